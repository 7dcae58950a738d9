import { expect, test } from "vitest";
import type { Remark } from "../../place.ts";
import { failingOf, orderOf } from "./file-order.ts";

const PATHS = ["b.tga", "a.xml", "10.tga", "9.tga", "old/c.tga", "bad.tga"];

test.each([
  [
    "those that fail first, then those it looks at",
    { rpath: "\\.tga$", notRpath: "^/old/" },
    "bad.tga",
    ["bad.tga", "9.tga", "10.tga", "b.tga", "a.xml", "old/c.tga"],
  ],
  [
    "by name where its pattern is no expression of browsers",
    { rpath: "(?i)\\.tga$", notRpath: undefined },
    "bad.tga",
    ["bad.tga", "9.tga", "10.tga", "a.xml", "b.tga", "old/c.tga"],
  ],
] as const)("the files of a rule: %s", (_, rule, first, files) => {
  expect(orderOf(PATHS, new Set(["bad.tga"]), rule)).toEqual({ first, files });
});

test("the first of a rule that nothing fails is one that it looks at", () => {
  expect(orderOf(PATHS, new Set(), { rpath: "\\.xml$", notRpath: undefined }).first).toBe("a.xml");
  expect(orderOf(PATHS, new Set(), undefined).first).toBeUndefined();
});

test("of a rule those fail on which its script stopped", () => {
  const stopped = {
    source: "problem",
    rule: "a",
    path: "rules.yaml",
    affected: ["b.xml", "c.xml"],
  } as unknown as Remark;
  expect([...failingOf([stopped], "a")]).toEqual(["b.xml", "c.xml"]);
  expect([...failingOf([stopped], "b")]).toEqual([]);
});
