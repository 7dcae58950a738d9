/** What `assay init` sees in a folder. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detectFiles } from "./detect.js";

test("the root of a document is found behind a long comment, and not in it", () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-seen-"));
  try {
    writeFileSync(join(folder, "a.xml"), `<?xml version="1.0"?>\n<!-- <Old/> ${"license ".repeat(1000)} -->\n<New/>\n`);
    expect(detectFiles(folder, ["a.xml"]).roots).toEqual(["New"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
