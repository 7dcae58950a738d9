/** Folders that are removed while a command runs are reported in one sentence. */

import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ASSAY, assay } from "./assay.ts";

const folder = mkdtempSync(join(tmpdir(), "assay-gone-"));
const PRELOAD = `--import=${new URL("preload/gone.mjs", import.meta.url)}`;
beforeAll(() => {
  writeFileSync(join(folder, "r.yaml"), 'name: small\nrpath: \\.xml$\nxpath: A\ncondition: ["<=", 3]\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a folder that is removed", () => {
  test.each(["check", "check --watch", "check --rules ../r.yaml ..", "config", "test", "package list a.zip"])(
    "is reported if `assay %s` was called in it",
    async (args) => {
      const line = `mkdir gone; cd gone; rmdir ../gone; '${process.execPath}' '${ASSAY}' ${args}; echo "code $?"`;
      const { stdout, stderr } = await promisify(execFile)("sh", ["-c", line], { cwd: folder });
      expect(stderr).toBe(
        "error: the current folder cannot be used: it does not exist\nhelp: change to another folder: `cd`\n",
      );
      expect(stdout).toBe("code 2\n");
    },
  );

  test.each(["", "--cache r.cache", "--format json=other.json"])("is reported if it is checked: %s", async (args) => {
    const cwd = mkdtempSync(join(folder, "check-"));
    const put = (path: string, text: string) => writeFileSync(join(cwd, path), text);
    mkdirSync(join(cwd, "assets"));
    put("assets/a.xml", "<A>4</A>");
    put("other.json", "{}");
    const full = ["check", "--jobs", "1", "--rules", "../r.yaml", ...args.split(" ").filter(Boolean), "assets"];
    expect(await assay(full, { cwd, env: { NODE_OPTIONS: PRELOAD } })).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: the folder `assets` cannot be read: it does not exist\n",
    });
  });
});
