/** `assay init` over trees that are too large for a transcript. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay } from "./assay.ts";

test("init_many_xml: every document is looked into, and a broken one among thousands is a problem", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "assay-init-"));
  try {
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
    expect(init.stdout).toContain("seen     3002 files, among them 3001 XML documents\n");
    expect(init.stdout).toContain("coverage the rules look into 3001 of 3002 files; not into 1 .lua\n");
    const check = await assay(["check", "--config", "game/assay.yaml", "--format", "json"], { cwd });
    const { problems, stats } = JSON.parse(check.stdout);
    expect(check.code).toBe(2);
    expect(problems).toMatchObject([{ path: "29/zz.xml", line: 1, code: "xml-mismatched-end" }]);
    expect(stats.files_read).toBeGreaterThanOrEqual(3001);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
