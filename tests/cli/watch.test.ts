/** `--watch`: what is edited while it waits is checked at once. Nothing here waits for a time, but for lines. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ended, start } from "./assay.ts";

const RULES = (most: number) => `name: small
rpath: \\.xml$
xpath: Model/Faces
condition: ["<=", ${most}]
`;

/** A watching `assay`, and what it says from one wait to the next. */
class Watching {
  readonly #child: ReturnType<typeof start>;
  readonly ended: ReturnType<typeof ended>;
  #stdout = "";
  #stderr = "";
  #wake = () => {};

  constructor(cwd: string, args: string[] = []) {
    this.#child = start(["check", "--rules", "rules", "--watch", ...args, "assets"], { cwd });
    this.#child.stdout.on("data", (part) => this.#hear(() => (this.#stdout += part)));
    this.#child.stderr.on("data", (part) => this.#hear(() => (this.#stderr += part)));
    this.ended = ended(this.#child);
  }

  /** What came of a check whose report holds `text`, once it waits for changes again. */
  async until(text: string): Promise<string> {
    const isThere = () => this.#stdout.includes(text) && this.#stderr.includes("; waiting for changes\n");
    while (!isThere()) {
      await Promise.race([
        new Promise<void>((wake) => (this.#wake = wake)),
        this.ended.then(() => Promise.reject(new Error(this.#stderr))),
      ]);
    }
    const said = this.#stderr.replace(/\d+ ms/, "N ms");
    this.#stdout = "";
    this.#stderr = "";
    return said;
  }

  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  #hear(take: () => void): void {
    take();
    this.#wake();
  }
}

async function watching(
  work: (cwd: string, put: (path: string, text: string) => void) => Promise<void>,
): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-watch-"));
  try {
    mkdirSync(join(cwd, "assets"));
    mkdirSync(join(cwd, "rules"));
    const put = (path: string, text: string) => writeFileSync(join(cwd, path), text);
    put("rules/small.yaml", RULES(50));
    put("assets/a.xml", "<Model><Faces>81</Faces></Model>");
    await work(cwd, put);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

describe("while files are watched", () => {
  test("files, folders and rules that change are checked, until it is interrupted", async () => {
    await watching(async (cwd, put) => {
      const assay = new Watching(cwd, ["--format", "text", "--format", "json=assets/report.json"]);
      expect(await assay.until("`81` is not <= 50")).toBe("checked in N ms; waiting for changes\n");
      put("assets/a.xml", "<Model><Faces>82</Faces></Model>");
      expect(await assay.until("`82` is not <= 50")).toBe(
        "`assets/a.xml` changed: checked in N ms; waiting for changes\n",
      );
      put("rules/small.yaml", RULES(60));
      expect(await assay.until("`82` is not <= 60")).toBe(
        "`rules/small.yaml` changed: checked in N ms; waiting for changes\n",
      );
      mkdirSync(join(cwd, "assets/new/deep"), { recursive: true });
      put("assets/new/deep/b.xml", "<Model><Faces>83</Faces></Model>");
      expect(await assay.until("`83` is not <= 60")).toMatch(/^`assets\/new/);
      put("assets/new/deep/b.xml", "<Model><Faces>84</Faces></Model>");
      expect(await assay.until("`84` is not <= 60")).toMatch(/^`assets\/new\/deep\/b.xml` changed/);
      rmSync(join(cwd, "assets/new"), { recursive: true });
      expect(await assay.until("1 error in 1 file")).toMatch(/^`assets\/new/);
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("rules that cannot be read are told, and may be mended", async () => {
    await watching(async (cwd, put) => {
      const assay = new Watching(cwd);
      await assay.until("`81` is not <= 50");
      put("rules/small.yaml", "name: [");
      await assay.until("rules/small.yaml");
      put("rules/small.yaml", RULES(70));
      expect(await assay.until("`81` is not <= 70")).toBe(
        "`rules/small.yaml` changed: checked in N ms; waiting for changes\n",
      );
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });
});
