/** `--watch`: changes are checked at once. The tests wait for output, never for a time. */

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

/** An `assay` that watches files, and its output since the last wait. */
class WatchingProcess {
  readonly #child: ReturnType<typeof start>;
  readonly ended: ReturnType<typeof ended>;
  #stdout = "";
  #stderr = "";
  #wake = () => {};

  constructor(cwd: string, args: string[] = [], all = ["--rules", "rules", ...args, "assets"]) {
    this.#child = start(["check", "--watch", ...all], { cwd });
    this.#child.stdout.on("data", (part) => this.append(() => (this.#stdout += part)));
    this.#child.stderr.on("data", (part) => this.append(() => (this.#stderr += part)));
    this.ended = ended(this.#child);
  }

  /** Waits until a report contains `text` and the process waits for changes. Returns its messages. */
  async until(text: string): Promise<string> {
    const isDone = () => this.#stdout.includes(text) && this.#stderr.endsWith("; waiting for changes\n");
    while (!isDone()) {
      await Promise.race([
        new Promise<void>((wake) => (this.#wake = wake)),
        this.ended.then(() => Promise.reject(new Error(this.#stderr))),
      ]);
    }
    const messages = this.#stderr.replace(/\d+ ms/, "N ms");
    this.#stdout = "";
    this.#stderr = "";
    return messages;
  }

  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  append(add: () => void): void {
    add();
    this.#wake();
  }
}

async function inProject(
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
  test("changed files, folders and rules are checked, until an interruption", async () => {
    await inProject(async (cwd, put) => {
      const assay = new WatchingProcess(cwd, ["--format", "text", "--format", "json=assets/report.json"]);
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

  test("named files are checked when they or their rules change", async () => {
    await inProject(async (cwd, put) => {
      put("assets/b.xml", "<Model><Faces>91</Faces></Model>");
      const assay = new WatchingProcess(cwd, [], ["--rules", "rules", "assets", "assets/b.xml"]);
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

  test("a folder that is moved away and back is checked again", async () => {
    await inProject(async (cwd) => {
      const assay = new WatchingProcess(cwd);
      await assay.until("`81` is not <= 50");
      renameSync(join(cwd, "assets"), join(cwd, "away"));
      expect(await assay.until("")).toContain("error: ");
      renameSync(join(cwd, "away"), join(cwd, "assets"));
      await assay.until("`81` is not <= 50");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("a parent folder that is removed is reported, and its replacement is checked", async () => {
    await inProject(async (cwd, put) => {
      mkdirSync(join(cwd, "above/near"), { recursive: true });
      renameSync(join(cwd, "assets"), join(cwd, "above/near/assets"));
      const assay = new WatchingProcess(cwd, [], ["--rules", "rules", "above/near/assets"]);
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

  test("the working folder may be removed and replaced", async () => {
    await inProject(async (cwd) => {
      const here = join(cwd, "here");
      mkdirSync(here);
      renameSync(join(cwd, "rules"), join(here, "rules"));
      renameSync(join(cwd, "assets"), join(here, "assets"));
      const assay = new WatchingProcess(here);
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

  test("ignore files, the configuration and the baseline are watched, also if they are created later", async () => {
    await inProject(async (cwd, put) => {
      mkdirSync(join(cwd, ".git"));
      mkdirSync(join(cwd, "game/art"), { recursive: true });
      put("game/art/b.xml", "<Model><Faces>81</Faces></Model>");
      put("game/assay.yaml", "root: art\nrules: ../rules\nbaseline: known.json\n");
      put("game/known.json", '{"version": 1, "findings": []}');
      const assay = new WatchingProcess(join(cwd, "game"), [], ["--allow-path", "../rules"]);
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

  test("excluded and missing files that a rule reads by their paths are watched", async () => {
    await inProject(async (cwd, put) => {
      mkdirSync(join(cwd, "assets/built"));
      put("assets/.assayignore", "built/\n");
      put("assets/built/s.xml", "<Model><Faces>7</Faces></Model>");
      put(
        "rules/reading.yaml",
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
      const assay = new WatchingProcess(cwd);
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

  test("replaced folders are watched again, with correct paths", async () => {
    await inProject(async (cwd, put) => {
      const assay = new WatchingProcess(cwd);
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
      // Events of the system about the folder may arrive with this change, so that the next one is about the file
      // alone.
      put("rules/small.yaml", RULES(65));
      await assay.until("`86` is not <= 65");
      put("rules/small.yaml", RULES(70));
      expect(await assay.until("`86` is not <= 70")).toContain("`rules/small.yaml` changed");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("with `--timings` every run checks all files, and files that rules read by their paths are watched", async () => {
    await inProject(async (cwd, put) => {
      put("rules/small.yaml", RULES(50).replace("Model/Faces", "Model/See").concat("subxpath: Model/Faces\n"));
      put("assets/a.xml", "<Model><See>built/s.xml</See></Model>");
      put("assets/.assayignore", "built/\n");
      mkdirSync(join(cwd, "assets/built"));
      put("assets/built/s.xml", "<Model><Faces>81</Faces></Model>");
      const assay = new WatchingProcess(cwd, ["--timings", "--format", "text", "--format", "json=report.json"]);
      await assay.until("2 read");
      const report = () => JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
      const first = report();
      put("assets/b.png", "");
      await assay.until("3 seen");
      // Results of the earlier run would have its times.
      expect(report().stats.timings.steps).not.toEqual(first.stats.timings.steps);
      put("assets/built/s.xml", "<Model><Faces>82</Faces></Model>");
      expect(await assay.until("`82` is not <= 50")).toContain("`assets/built/s.xml` changed");
      assay.interrupt();
      expect((await assay.ended).code).toBe(130);
    });
  });

  test("unreadable rules are reported, and can be repaired", async () => {
    await inProject(async (cwd, put) => {
      const assay = new WatchingProcess(cwd);
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

  test("a file that replaces the cache is not overwritten", async () => {
    await inProject(async (cwd, put) => {
      const assay = new WatchingProcess(cwd, ["--cache", "kept"]);
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

  test("it ends at once if there is nothing to watch", async () => {
    await inProject(async (cwd) => {
      const { code, stderr } = await ended(start(["check", "--watch", "--rules", "rules", "nowhere"], { cwd }));
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: "error: there is nothing to check at `nowhere`: it does not exist\n",
      });
    });
  });

  test("it ends with the next report after its reader has closed", async () => {
    await inProject(async (cwd, put) => {
      const line = `{ '${process.execPath}' '${ASSAY}' check --watch --rules rules assets; echo "code $?" >&2; } | head -1`;
      let isOver = false;
      const run = promisify(execFile)("sh", ["-c", line], { cwd }).finally(() => (isOver = true));
      for (let faces = 81; !isOver; faces += 1) {
        // Moved to its place: a check of an incomplete file would have another exit code.
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
