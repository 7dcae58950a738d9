/** At a terminal: colours, a line that says how far the run is and is gone at its end, and the time it took. */

import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { ASSAY } from "./assay.ts";
import { withTree } from "./tree.ts";

const shell = promisify(execFile);
const MEDDLE = `--import=${new URL("preload/meddle.mjs", import.meta.url)}`;

/** Whether there is util-linux's `script`, which gives a command a terminal of its own. */
const hasScript = (() => {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
})();

/** What a terminal is sent by a run of some hundred milliseconds. */
async function atTerminal(...more: string[]): Promise<string> {
  return sent(["check", "--rules", "rules.yaml", "--jobs", "1", ...more, "."]);
}

/** The same of any command, in a folder of files that take long to open. */
async function sent(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  return withTree(0, 0, async (cwd) => {
    writeFileSync(join(cwd, "rules.yaml"), '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }\n');
    // Each a batch of its own, so that the line has something to tell.
    for (let number = 0; number < 8; number += 1) {
      writeFileSync(join(cwd, `${number}-takes-long.xml`), "<A>4</A>\n");
    }
    const line = [process.execPath, ASSAY, ...args].join(" ");
    const env = { PATH: process.env.PATH, TERM: "xterm", NODE_OPTIONS: MEDDLE, ...more };
    const { stdout } = await shell("script", ["-qec", `${line}; true`, "/dev/null"], { cwd, env });
    return stdout.replaceAll("\r\n", "\n").replaceAll("\r", "<CR>").replaceAll("\u001b", "<ESC>");
  });
}

describe.skipIf(!hasScript)("at a terminal", () => {
  test("there is progress, colour and the time", async () => {
    const text = await atTerminal();
    // On a busy machine the engine may have taken its time before the first file is opened.
    const [progress = "", report = ""] = text.split(/<CR><ESC>\[K(?!checking)/);
    expect(progress).toMatch(/^<CR><ESC>\[Kchecking [0-7] of 8 files/);
    expect(progress).not.toContain("\n");
    expect(report).toContain("<ESC>[1;31merror<ESC>[0m");
    expect(report).not.toContain("checking");
    expect(report).toMatch(/checked in (\d+ ms|\d+\.\d s)<ESC>\[22m\n$/);
  });

  test("there is none of it for who wants it quiet", async () => {
    const text = await atTerminal("--quiet", "--color", "never");
    expect(text).not.toContain("<ESC>");
    expect(text).not.toContain("checked in");
    expect(text).toContain("8 errors in 8 files");
  });

  test.each([[{ TERM: "dumb" }], [{ CI: "true" }]])("there is no line that comes and goes with %j", async (env) => {
    const args = ["check", "--rules", "rules.yaml", "--jobs", "1", "--color", "never", "."];
    const text = await sent(args, env);
    expect(text).not.toContain("<ESC>[K");
    expect(text).not.toContain("checking");
    expect(text).toContain("8 errors in 8 files");
  });

  test("files that are hashed are counted, and the line is gone before a word is said", async () => {
    const text = await sent("assetlist create --root . --skip *.yaml --jobs 1 -o list.json".split(" "));
    const [progress = "", rest = ""] = text.split(/<CR><ESC>\[K(?!hashing)/);
    expect(progress).toMatch(/^<CR><ESC>\[Khashing [0-7] of 8 files/);
    expect(rest).toBe("`list.json`: 8 assets\n");
  });
});
