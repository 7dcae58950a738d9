import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SortedRecords } from "./sorted-records.js";

let folder = "";

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "assay-sorted-")), "files");
});

afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true });
});

test.each([1, 2, 3, 100])("records are sorted by the bytes of their paths, %d at once", (most) => {
  const paths = ["b", "a\n", "a", "a/b", "\u{10000}", "\uffff", "a b", "z", "é", "a"];
  const records = new SortedRecords(folder, most);
  for (const path of paths) {
    records.add(path, `facts of ${path}`);
  }
  const expected = [...new Set(paths)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  expect([...records.all()]).toEqual(expected.map((path) => [path, `facts of ${path}`]));
  records.dispose();
  expect(existsSync(folder)).toBe(false);
});
