import { describe, expect, test } from "vitest";
import { type ConversionEntry, isConversionRules, type PipelineSurvey } from "../../engine.ts";
import { allRows, countsOf, fieldsOf, filterRows } from "./pipeline-rows.ts";

const SURVEY: PipelineSurvey = {
  ruleFiles: ["asset_rules.xml"],
  rows: [
    { path: "a.fx", kind: "root asset", converter: "Effect" },
    { path: "a.fxo", kind: "built", converter: "Copy", source: "a.fx" },
    { path: "b.fx", kind: "asset", converter: "Effect" },
    { path: "c.fx", kind: "excluded", converter: "Effect" },
    { path: "d.txt", kind: "no asset" },
    { path: "e.txt", kind: "" },
  ],
  told: [
    { severity: "error", message: "its source is gone", path: "a.fxo" },
    { severity: "warning", message: "a tag", path: "asset_rules.xml" },
    { severity: "warning", message: "so is its name", path: "a.fxo" },
    { severity: "hint", message: "no file" },
  ],
};

const pathsOf = (...[text, choice, hasRemarks]: [text?: string, choice?: number, hasRemarks?: boolean]) =>
  filterRows(allRows(SURVEY), text ?? "", choice ?? 0, hasRemarks ?? false).map(({ path }) => path);

test("rows have the kind of a file, and its most severe remark", () => {
  expect(allRows(SURVEY).map(({ path, description, weight }) => [path, description, weight])).toEqual([
    ["asset_rules.xml", "conversion rules", "warning"],
    ["a.fx", "root asset, Effect", undefined],
    ["a.fxo", "built from a.fx", "error"],
    ["b.fx", "asset, Effect", undefined],
    ["c.fx", "excluded", undefined],
    ["d.txt", "no asset", undefined],
    ["e.txt", "no rule matches it", undefined],
  ]);
});

test("files are found by their paths, kinds and remarks", () => {
  expect(pathsOf(" A.F ")).toEqual(["a.fx", "a.fxo"]);
  expect(pathsOf("", 1)).toEqual(["a.fx", "b.fx"]);
  expect(pathsOf("", 5)).toEqual(["d.txt", "e.txt"]);
  expect(pathsOf("", 0, true)).toEqual(["asset_rules.xml", "a.fxo"]);
  expect(pathsOf("rules", 3)).toEqual([]);
});

test("the count of a choice is the number of its rows", () => {
  const counts = countsOf(allRows(SURVEY));
  expect(counts).toEqual([7, 2, 1, 1, 1, 2, 1]);
  expect(counts.map((_, at) => pathsOf("", at).length)).toEqual(counts);
});

describe("the fields of a file", () => {
  const by = (line: number) => ({ path: "asset_rules.xml", line, column: 1 });
  const NOTHING: ConversionEntry = { path: "x", asset: false, root: false, excluded: false, said: {} };
  const CASES: [what: string, entry: ConversionEntry, fields: unknown[][]][] = [
    [
      "a source has all fields of sources, set or not",
      { ...NOTHING, asset: true, converter: "Effect", said: { converter: by(4) } },
      [
        ["root", "false", undefined],
        ["converter", "Effect", 4],
        ["converterParams", "", undefined],
        ["noConversion", "false", undefined],
      ],
    ],
    [
      "a converter that was removed has an empty value",
      { ...NOTHING, root: true, said: { root: by(1), converter: by(4) } },
      [
        ["root", "true", 1],
        ["converter", "", 4],
        ["converterParams", "", undefined],
        ["noConversion", "false", undefined],
      ],
    ],
    [
      "a built file has the fields that were set",
      { ...NOTHING, source: "y", excluded: true, said: { source: by(7), noConversion: by(9) } },
      [
        ["noConversion", "true", 9],
        ["source", "y", 7],
      ],
    ],
  ];

  test.each(CASES)("%s", (_, entry, fields) => {
    expect(fieldsOf(entry).map(({ name, value, by }) => [name, value, by?.line])).toEqual(fields);
  });
});

test("an overridden value is listed at its field", () => {
  const by = { path: "asset_rules.xml", line: 1, column: 2 };
  const overridden = ["A", "B"].map((value) => ({ ...by, field: "converter", value }));
  const said = { root: by, converter: by };
  const fields = fieldsOf({ path: "x", asset: true, root: true, excluded: false, converter: "C", said, overridden });
  expect(fields.map(({ name, over }) => [name, over.map(({ value }) => value)])).toEqual([
    ["root", []],
    ["converter", ["A", "B"]],
    ["converterParams", []],
    ["noConversion", []],
  ]);
});

test("a built file that is converted again is an asset, too, and an undecided one has its own kind", () => {
  const rows = allRows({
    ...SURVEY,
    rows: [
      { path: "a.fxo", kind: "built, root asset", source: "a.fx" },
      { path: "b.fx", kind: "undecided" },
    ],
  });
  expect(rows.map(({ description }) => description)).toEqual([
    "conversion rules",
    "built from a.fx, root asset",
    "undecided",
  ]);
  expect(countsOf(rows)).toEqual([3, 1, 1, 1, 0, 1, 1]);
});

test("files of conversion rules are recognised by their full names", () => {
  const paths = [
    "asset_rules.xml",
    "a/b/asset_rules.xml",
    "my_asset_rules.xml",
    "asset_rules.xml/a",
    "Asset_Rules.xml",
  ];
  expect(paths.filter(isConversionRules)).toEqual(["asset_rules.xml", "a/b/asset_rules.xml"]);
});
