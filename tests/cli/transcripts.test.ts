/**
 * Tests the command line with transcripts: each file in `cases/` and its subfolders is a test.
 *
 * `ASSAY_UPDATE=1 npx vitest run tests/cli` writes the actual results into these files. Review them before the commit.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { assay } from "./assay.ts";
import { type Case, readCase, withFiles } from "./case.ts";
import { changedFiles, readFolderState } from "./folder-state.ts";

const CASES = fileURLToPath(new URL("cases", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("../../wasm/package.json", import.meta.url), "utf8"));

describe.concurrent("transcripts", () => {
  const files = readdirSync(CASES, { recursive: true, encoding: "utf8" });
  for (const name of files.filter((file) => file.endsWith(".toml")).sort()) {
    const file = join(CASES, name);
    const expected = readCase(file);
    test(name.replace(/\.toml$/, ""), async () => {
      const { same = [], ...outcome } = await run(expected);
      const { code, stdout, stderr } = outcome;
      for (const other of same) {
        expect(other).toEqual({ code, stdout, stderr });
      }
      if (process.env.ASSAY_UPDATE) {
        update(file, outcome);
        return;
      }
      const { status, written = {} } = expected;
      expect(outcome).toEqual({ code: status.code, stdout: expected.stdout, stderr: expected.stderr, written });
    });
  }
});

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
  written: Record<string, string>;
  same?: { code: number; stdout: string; stderr: string }[];
}

function run(expected: Case): Promise<Outcome> {
  return withFiles(expected, async (folder) => {
    const cwd = join(folder, expected.cwd ?? ".");
    const type = async (args: string) => {
      const words = args.split(/\s+/).filter((word) => word !== "");
      const unprivileged = (expected.locked ?? expected.sealed) !== undefined;
      const { code, stdout, stderr } = await assay(words, { cwd, unprivileged, env: expected.env ?? {} });
      const plain = (text: string) => text.replaceAll(version, "[VERSION]").replaceAll(folder, "[FOLDER]");
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    };
    for (const args of expected.before ?? []) {
      expect(await type(args)).toMatchObject({ code: 0 });
    }
    const before = readFolderState(cwd);
    const outcome = await type(expected.args);
    const same = [];
    for (const args of expected.same ?? []) {
      same.push(await type(args));
    }
    const written = changedFiles(cwd, before);
    for (const path of expected.unshown ?? []) {
      expect(written).toHaveProperty([path]);
      delete written[path];
    }
    return { ...outcome, written, same };
  });
}

function update(file: string, { code, stdout, stderr, written }: Outcome): void {
  const before = readFileSync(file, "utf8");
  const beginning = before.replace(/\nstatus\.code = [\s\S]*$/, "\n");
  const texts = Object.entries(written).map(([path, text]) => `written."${path}" = ${literal(text)}\n`);
  const outcome = `status.code = ${code}\nstdout = ${literal(stdout)}\nstderr = ${literal(stderr)}\n`;
  writeFileSync(file, beginning + outcome + texts.join(""));
}

/** Returns a string as a literal in TOML, in several lines if possible. */
function literal(text: string): string {
  const plain = text.includes("\n") && !text.includes("'''") && !/[^\P{Cc}\n\t]/u.test(text);
  return plain ? `'''\n${text}'''` : JSON.stringify(text).replaceAll("\u007f", "\\u007f");
}
