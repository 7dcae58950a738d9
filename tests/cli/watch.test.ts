/** `--watch`: what is edited while it waits is checked at once. Nothing here waits for a time, but for lines. */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { ASSAY, ended, start } from "./assay.ts";

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

  constructor(cwd: string, args: string[] = [], all = ["--rules", "rules", ...args, "assets"]) {
    this.#child = start(["check", "--watch", ...all], { cwd });
    this.#child.stdout.on("data", (part) => this.#hear(() => (this.#stdout += part)));
    this.#child.stderr.on("data", (part) => this.#hear(() => (this.#stderr += part)));
    this.ended = ended(this.#child);
  }

  /** What came of a check whose report holds `text`, once it waits for changes again. */
  async until(text: string): Promise<string> {
    const isThere = () => this.#stdout.includes(text) && this.#stderr.endsWith("; waiting for changes\n");
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

  test("files that are named are checked when they change, and what they are compared with", async () => {
    await watching(async (cwd, put) => {
      put("assets/b.xml", "<Model><Faces>91</Faces></Model>");
      const assay = new Watching(cwd, [], ["--rules", "rules", "assets", "assets/b.xml"]);
      await assay.until("1 error in 1 file");
      put("assets/b.xml", "<Model><Faces>92</Faces></Model>");
      expect(await assay.until("`92` is not <= 50")).toMatch(/^`assets\/b.xml` changed/);
      rmSync(join(cwd, "assets/b.xml"));
      expect(await assay.until("")).toContain("there is nothing to check at `assets/b.xml`");
      put("assets/b.xml", "<Model><Faces>93</Faces></Model>");
      await assay.until("`93` is not <= 50");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("a folder that is taken away for a moment is checked once it is back", async () => {
    await watching(async (cwd) => {
      const assay = new Watching(cwd);
      await assay.until("`81` is not <= 50");
      renameSync(join(cwd, "assets"), join(cwd, "away"));
      expect(await assay.until("")).toContain("error: ");
      renameSync(join(cwd, "away"), join(cwd, "assets"));
      await assay.until("`81` is not <= 50");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("a folder above that is taken away, and what comes in its place, are told and checked", async () => {
    await watching(async (cwd, put) => {
      mkdirSync(join(cwd, "above/near"), { recursive: true });
      renameSync(join(cwd, "assets"), join(cwd, "above/near/assets"));
      const assay = new Watching(cwd, [], ["--rules", "rules", "above/near/assets"]);
      await assay.until("`81` is not <= 50");
      for (const above of ["above/near", "above"]) {
        renameSync(join(cwd, above), join(cwd, "away"));
        expect(await assay.until("")).toContain("error: there is nothing to check at `above/near/assets`");
        renameSync(join(cwd, "away"), join(cwd, above));
        expect(await assay.until("`81` is not <= 50")).toContain(`\`${above}\` changed: checked in`);
      }
      rmSync(join(cwd, "above"), { recursive: true });
      expect(await assay.until("")).toContain("changed: not checked; waiting for changes");
      mkdirSync(join(cwd, "above/near/assets"), { recursive: true });
      put("above/near/assets/a.xml", "<Model><Faces>82</Faces></Model>");
      await assay.until("`82` is not <= 50");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("the folder that it was called in may go, and come back as another one", async () => {
    await watching(async (cwd) => {
      const here = join(cwd, "here");
      mkdirSync(here);
      renameSync(join(cwd, "rules"), join(here, "rules"));
      renameSync(join(cwd, "assets"), join(here, "assets"));
      const assay = new Watching(here);
      await assay.until("`81` is not <= 50");
      renameSync(here, join(cwd, "away"));
      expect(await assay.until("")).toMatch(
        /^error: the folder `.*here`, in which the command was started, cannot be entered/,
      );
      renameSync(join(cwd, "away"), here);
      await assay.until("`81` is not <= 50");
      cpSync(here, join(cwd, "other"), { recursive: true });
      writeFileSync(join(cwd, "other/assets/a.xml"), "<Model><Faces>82</Faces></Model>");
      renameSync(here, join(cwd, "away"));
      renameSync(join(cwd, "other"), here);
      await assay.until("`82` is not <= 50");
      rmSync(here, { recursive: true });
      expect(await assay.until("")).toContain("not checked; waiting for changes");
      renameSync(join(cwd, "away"), here);
      await assay.until("`81` is not <= 50");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("ignore files around the root, the configuration and the baseline count, and may come later", async () => {
    await watching(async (cwd, put) => {
      mkdirSync(join(cwd, ".git"));
      mkdirSync(join(cwd, "game/art"), { recursive: true });
      put("game/art/b.xml", "<Model><Faces>81</Faces></Model>");
      put("game/assay.yaml", "root: art\nrules: ../rules\nbaseline: known.json\n");
      put("game/known.json", '{"version": 1, "findings": []}');
      const assay = new Watching(join(cwd, "game"), [], ["--allow-path", "../rules"]);
      await assay.until("`81` is not <= 50");
      put(".gitignore", "*.xml\n");
      expect(await assay.until("0 seen")).toContain("`../.gitignore` changed");
      rmSync(join(cwd, ".gitignore"));
      expect(await assay.until("`81` is not <= 50")).toContain("`../.gitignore` changed");
      put("game/.assayignore", "b.xml\n");
      expect(await assay.until("0 seen")).toContain("`.assayignore` changed");
      rmSync(join(cwd, "game/.assayignore"));
      await assay.until("`81` is not <= 50");
      put("game/known.json", '{"version": 1, "findings": [{"path": "b.xml", "rule": "small", "value": "81"}]}');
      expect(await assay.until("1 hidden by the baseline")).toContain("`known.json` changed");
      put("game/assay.yaml", "root: art\nrules: ../rules\nformat: [text, json=art/report.json]\n");
      expect(await assay.until("1 error in 1 file")).toContain("`assay.yaml` changed");
      put("game/art/b.xml", "<Model><Faces>82</Faces></Model>");
      expect(await assay.until("`82` is not <= 50")).toBe(
        "`art/b.xml` changed: checked in N ms; waiting for changes\n",
      );
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("files that are left out, or not there, count where a rule asks for them by their paths", async () => {
    await watching(async (cwd, put) => {
      mkdirSync(join(cwd, "assets/built"));
      put("assets/.assayignore", "built/\n");
      put("assets/built/s.xml", "<Model><Faces>7</Faces></Model>");
      put(
        "rules/asked.yaml",
        `- name: there
  rpath: a\\.xml$
  xpath: Model/See
  condition: [func_there]
  func_str: |
    fn there(data, filepath, condition) {
      let found = [];
      if !exists("built/t.txt") { found.push(finding(data[0], "no t")); }
      if exists("built/deep/er/u.txt") { found.push(finding(data[0], "an u")); }
      found
    }
- name: seven
  rpath: a\\.xml$
  xpath: Model/See
  subxpath: Model/Faces
  condition: ["==", 7]
`,
      );
      put("assets/a.xml", "<Model><See>built/s.xml</See></Model>");
      put("assets/built/t.txt", "");
      const assay = new Watching(cwd);
      await assay.until("no findings");
      put("assets/built/s.xml", "<Model><Faces>8</Faces></Model>");
      expect(await assay.until("`8` is not == 7")).toContain("`assets/built/s.xml` changed");
      put("assets/built/s.xml", "<Model><Faces>7</Faces></Model>");
      await assay.until("no findings");
      rmSync(join(cwd, "assets/built/t.txt"));
      expect(await assay.until("no t")).toContain("`assets/built/t.txt` changed");
      put("assets/built/t.txt", "");
      await assay.until("no findings");
      mkdirSync(join(cwd, "assets/built/deep/er"), { recursive: true });
      put("assets/built/deep/er/u.txt", "");
      expect(await assay.until("an u")).toContain("`assets/built/deep");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("folders that are replaced are looked into again, and named as they are", async () => {
    await watching(async (cwd, put) => {
      const assay = new Watching(cwd);
      await assay.until("`81` is not <= 50");
      mkdirSync(join(cwd, "other"));
      put("other/a.xml", "<Model><Faces>85</Faces></Model>");
      rmSync(join(cwd, "assets"), { recursive: true });
      renameSync(join(cwd, "other"), join(cwd, "assets"));
      expect(await assay.until("`85` is not <= 50")).not.toContain("assets/assets");
      put("assets/a.xml", "<Model><Faces>86</Faces></Model>");
      expect(await assay.until("`86` is not <= 50")).toContain("`assets/a.xml` changed");
      rmSync(join(cwd, "rules"), { recursive: true });
      mkdirSync(join(cwd, "rules"));
      put("rules/small.yaml", RULES(60));
      expect(await assay.until("`86` is not <= 60")).not.toContain("rules/rules");
      // What the system tells late of the folder is told with this change, so that the next one is of the file alone.
      put("rules/small.yaml", RULES(65));
      await assay.until("`86` is not <= 65");
      put("rules/small.yaml", RULES(70));
      expect(await assay.until("`86` is not <= 70")).toContain("`rules/small.yaml` changed");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("what is measured is done each time, and what a rule asks for by its path counts all the same", async () => {
    await watching(async (cwd, put) => {
      put("rules/small.yaml", RULES(50).replace("Model/Faces", "Model/See").concat("subxpath: Model/Faces\n"));
      put("assets/a.xml", "<Model><See>built/s.xml</See></Model>");
      put("assets/.assayignore", "built/\n");
      mkdirSync(join(cwd, "assets/built"));
      put("assets/built/s.xml", "<Model><Faces>81</Faces></Model>");
      const assay = new Watching(cwd, ["--timings", "--format", "text", "--format", "json=report.json"]);
      await assay.until("2 read");
      const report = () => JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
      const first = report();
      put("assets/b.png", "");
      await assay.until("3 seen");
      // What was found earlier would tell what it took then.
      expect(report().stats.timings.steps).not.toEqual(first.stats.timings.steps);
      put("assets/built/s.xml", "<Model><Faces>82</Faces></Model>");
      expect(await assay.until("`82` is not <= 50")).toContain("`assets/built/s.xml` changed");
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

  test("what somebody puts into the place of the cache meanwhile is left as it is", async () => {
    await watching(async (cwd, put) => {
      const assay = new Watching(cwd, ["--cache", "kept"]);
      await assay.until("`81` is not <= 50");
      put("kept", "mine");
      put("assets/b.xml", "<Model><Faces>83</Faces></Model>");
      expect(await assay.until("`83` is not <= 50")).toContain("error: `kept` is not a cache");
      expect(readFileSync(join(cwd, "kept"), "utf8")).toBe("mine");
      rmSync(join(cwd, "kept"));
      put("assets/b.xml", "<Model><Faces>84</Faces></Model>");
      expect(await assay.until("`84` is not <= 50")).toContain("checked in");
      expect(readFileSync(join(cwd, "kept"), "latin1")).toMatch(/^assay cache /);
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("nothing that could be watched ends it at once", async () => {
    await watching(async (cwd) => {
      const { code, stderr } = await ended(start(["check", "--watch", "--rules", "rules", "nowhere"], { cwd }));
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: "error: there is nothing to check at `nowhere`: it does not exist\n",
      });
    });
  });

  test("a reader that has seen enough ends it with the next report", async () => {
    await watching(async (cwd, put) => {
      const line = `{ '${process.execPath}' '${ASSAY}' check --watch --rules rules assets; echo "code $?" >&2; } | head -1`;
      let isOver = false;
      const run = promisify(execFile)("sh", ["-c", line], { cwd }).finally(() => (isOver = true));
      for (let faces = 81; !isOver; faces += 1) {
        // Put in its place whole: a check that reads it half written is incomplete, with another exit code.
        put("whole.xml", `<Model><Faces>${faces}</Faces></Model>`);
        renameSync(join(cwd, "whole.xml"), join(cwd, "assets/a.xml"));
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      const { stdout, stderr } = await run;
      expect(stdout.split("\n")).toHaveLength(2);
      expect(stderr).toMatch(/^checked in .*\ncode 1\n$/s);
      expect(stderr).not.toContain("error");
    });
  });
});
