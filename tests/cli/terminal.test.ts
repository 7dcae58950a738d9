/** Output in a terminal: colours, a line with the progress that is removed at the end, and the time. */

import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { ASSAY } from "./assay.ts";
import { withTree } from "./tree.ts";

const shell = promisify(execFile);
const MEDDLE = `--import=${new URL("preload/meddle.mjs", import.meta.url)}`;

/** True if util-linux's `script` is installed, which runs a command in a new terminal. */
const hasScript = (() => {
  try {
    return execFileSync("script", ["--version"], { encoding: "utf8" }).includes("util-linux");
  } catch {
    return false;
  }
})();

/** Returns the output in a terminal for a check that takes some hundred milliseconds. */
async function checkInTerminal(...more: string[]): Promise<string> {
  return runInTerminal(["check", "--rules", "rules.yaml", "--jobs", "1", ...more, "."]);
}

/** Returns the output in a terminal for any command, in a folder of files that take long to open. */
async function runInTerminal(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  return withTree(0, 0, async (cwd) => {
    writeFileSync(join(cwd, "rules.yaml"), '- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }\n');
    // Each file is a separate batch, so that there is progress to report.
    for (let number = 0; number < 8; number += 1) {
      writeFileSync(join(cwd, `${number}-takes-long.xml`), "<A>4</A>\n");
    }
    const line = [process.execPath, ASSAY, ...args].join(" ");
    const env = { PATH: process.env.PATH, TERM: "xterm", NODE_OPTIONS: MEDDLE, ...more };
    const { stdout } = await shell("script", ["-qec", `${line}; true`, "/dev/null"], { cwd, env });
    return stdout.replaceAll("\r\n", "\n").replaceAll("\r", "<CR>").replaceAll("\u001b", "<ESC>");
  });
}

describe.skipIf(!hasScript)("in a terminal", () => {
  test("progress, colours and the time are printed", async () => {
    const text = await checkInTerminal();
    // On a busy machine the progress may be printed more than once before the first file is opened.
    const [progress = "", report = ""] = text.split(/<CR><ESC>\[K(?!checking)/);
    expect(progress).toMatch(/^<CR><ESC>\[Kchecking [0-7] of 8 files/);
    expect(progress).not.toContain("\n");
    expect(report).toContain("<ESC>[1;31merror<ESC>[0m");
    expect(report).not.toContain("checking");
    expect(report).toMatch(/checked in (\d+ ms|\d+\.\d s)<ESC>\[22m\n$/);
  });

  test("none of these are printed with `--quiet` and `--color never`", async () => {
    const text = await checkInTerminal("--quiet", "--color", "never");
    expect(text).not.toContain("<ESC>");
    expect(text).not.toContain("checked in");
    expect(text).toContain("8 errors in 8 files");
  });

  test.each([[{ TERM: "dumb" }], [{ CI: "true" }]])("no progress is printed with %j", async (env) => {
    const args = ["check", "--rules", "rules.yaml", "--jobs", "1", "--color", "never", "."];
    const text = await runInTerminal(args, env);
    expect(text).not.toContain("<ESC>[K");
    expect(text).not.toContain("checking");
    expect(text).toContain("8 errors in 8 files");
  });

  test("hashed files are counted, and the progress is removed before other output", async () => {
    const text = await runInTerminal("assetlist create --root . --skip *.yaml --jobs 1 -o list.json".split(" "));
    const [progress = "", rest = ""] = text.split(/<CR><ESC>\[K(?!hashing)/);
    expect(progress).toMatch(/^<CR><ESC>\[Khashing [0-7] of 8 files/);
    expect(rest).toBe("`list.json`: 8 assets\n");
  });
});
