/** `assay init` over trees that are too large for a transcript, and with packs whose rules change. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { PROJECT_KINDS } from "../../wasm/ts/cli/init/kinds.ts";
import { assay } from "./assay.ts";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Runs `work` in a new folder. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "assay-init-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("every pack that init chooses exists", () => {
  const packs = new Set(PROJECT_KINDS.flatMap((kind) => kind.packs));
  for (const pack of packs) {
    expect(existsSync(fromHere(`../../rules/${pack}/pack.yaml`)), pack).toBe(true);
  }
});

test("init_many_xml: all documents are read, and a damaged one among thousands is a problem", async () => {
  await inFolder(async (cwd) => {
    for (let folder = 0; folder < 30; folder += 1) {
      mkdirSync(join(cwd, `game/${folder}`), { recursive: true });
      for (let file = 0; file < 100; file += 1) {
        writeFileSync(join(cwd, `game/${folder}/${file}.xml`), "<Unit><Mass>1</Mass></Unit>\n");
      }
    }
    writeFileSync(join(cwd, "game/29/zz.xml"), "<Unit><Mass>1</Unit>\n");
    writeFileSync(join(cwd, "game/29/zz.lua"), "return 1\n");
    const init = await assay(["init", "game"], { cwd });
    expect(init).toMatchObject({ code: 0, stderr: "" });
    expect(init.stdout).toContain("found    3,002 files\n");
    expect(init.stdout).toMatch(/\n29\/zz\.xml:1:\d+\n {2}problem {2}/);
    expect(init.stdout).toContain("  gaps     no rule reads the content of 1 .lua file\n");
    const check = await assay(["check", "--config", "game/assay.yaml", "--format", "json"], { cwd });
    const { problems, stats } = JSON.parse(check.stdout);
    expect(check.code).toBe(2);
    expect(problems).toMatchObject([{ path: "29/zz.xml", line: 1, code: "xml-mismatched-end" }]);
    expect(stats.files_read).toBeGreaterThanOrEqual(3001);
  });
});

test("of a long report the summary is printed, with the next commands", async () => {
  await inFolder(async (cwd) => {
    for (let number = 0; number < 40; number += 1) {
      writeFileSync(join(cwd, `${number}.json`), "[]\n");
    }
    const { code, stdout } = await assay(["init"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("the summary of the first check:\n\n  rules ");
    expect(stdout).toContain("  result   40 warnings in 40 files\n");
    expect(stdout).toContain("\nnext:\n  assay check    show all findings\n");
  });
});

test("in the project of the tutorial, init finds errors, and the tests of its rules pass", async () => {
  await inFolder(async (cwd) => {
    cpSync(fromHere("../../examples/tutorial/start"), cwd, { recursive: true });
    const { code, stdout } = await assay(["init"], { cwd });
    expect(code).toBe(0);
    expect(stdout).toContain("More than one file has the id prop-002.  [json-id-unique]");
    expect(readFileSync(join(cwd, "assay.yaml"), "utf8")).toContain("  - assay:textures  # 4 images\n");
    expect(await assay(["test", "rules"], { cwd })).toMatchObject({ code: 0 });
  });
});
