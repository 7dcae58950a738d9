import { expect, test } from "vitest";
import { fileRows } from "./file-rows.ts";

const PATHS = ["b.xml", "a10.xml", "a2.xml", "textures/moss/t.xml", "textures/bark/t.xml", "textures/list.xml"];

function drawn(closed: readonly string[] = []): string[] {
  return fileRows(PATHS, new Set(closed)).map(({ name, level, folder, position, siblings }) => {
    return `${"  ".repeat(level - 1)}${name}${folder ? "/" : ""} ${position}/${siblings}`;
  });
}

test("folders come first, numbers are sorted as numbers, and each row has its position", () => {
  expect(drawn()).toEqual([
    "textures/ 1/4",
    "  bark/ 1/3",
    "    t.xml 1/1",
    "  moss/ 2/3",
    "    t.xml 1/1",
    "  list.xml 3/3",
    "a2.xml 2/4",
    "a10.xml 3/4",
    "b.xml 4/4",
  ]);
});

test("a closed folder hides its files", () => {
  expect(drawn(["textures/moss"]).filter((row) => row.includes("t.xml 1/1"))).toHaveLength(1);
  expect(drawn(["textures"])).toEqual(["textures/ 1/4", "a2.xml 2/4", "a10.xml 3/4", "b.xml 4/4"]);
});

test("every row has a unique path", () => {
  const keys = fileRows(PATHS, new Set()).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});
