import { expect, test } from "vitest";
import type { ConversionEntry, Report } from "../../types.js";
import type { Pipeline } from "./pipeline.js";
import { explanationOf, kindOf, surveyOf } from "./pipeline-survey.js";

const NOTHING = { asset: false, root: false, excluded: false, said: {} };
const ENTRIES: ConversionEntry[] = [
  { ...NOTHING, path: "a.fx", asset: true, converter: "Effect" },
  { ...NOTHING, path: "a.fxo", source: "a.fx" },
];
const REPORT = {
  problems: [{ code: "pattern-unclosed", message: "no pattern", path: "asset_rules.xml", line: 3, column: 4 }],
  findings: [
    { message: "no file", path: "asset_rules.xml", line: 2, column: 1, severity: "warning", rule: "rule-without-file" },
    { message: "no source", path: "a.fxo", line: 1, column: 1, severity: "error", rule: "built-file-without-source" },
  ],
  warnings: [{ code: "conversion-unknown-tag", message: "a tag", help: "write `root`", path: "asset_rules.xml" }],
  hints: [{ code: "conversion-backslashes", message: "backslashes", path: "asset_rules.xml" }],
} as unknown as Report;

const PIPELINE = {
  ruleFiles: ["asset_rules.xml"],
  [Symbol.iterator]: () => ENTRIES[Symbol.iterator](),
  explain: (path: string) => ENTRIES.find((entry) => entry.path === path),
  check: () => REPORT,
} as unknown as Pipeline;

test("a survey has the remarks of a check, the most severe first, with advice", () => {
  const { told } = surveyOf(PIPELINE);
  expect(told.map(({ severity, message, line }) => [severity, message, line])).toEqual([
    ["error", "no pattern", 3],
    ["error", "no source", 1],
    ["warning", "no file", 2],
    ["warning", "a tag", undefined],
    ["hint", "backslashes", undefined],
  ]);
  expect(told[3]).toMatchObject({ help: "write `root`", path: "asset_rules.xml" });
});

test("a survey has a summary of each file", () => {
  const { ruleFiles, rows } = surveyOf(PIPELINE);
  expect(ruleFiles).toEqual(["asset_rules.xml"]);
  expect(rows).toEqual([
    { path: "a.fx", kind: "asset", converter: "Effect" },
    { path: "a.fxo", kind: "built", source: "a.fx" },
  ]);
});

test("a built file is explained with its source", () => {
  expect(explanationOf(PIPELINE, "a.fxo")).toEqual({ entry: ENTRIES[1], source: ENTRIES[0] });
  expect(explanationOf(PIPELINE, "a.fx")).toEqual({ entry: ENTRIES[0] });
});

test("a source that is outside of the root, or the file itself, is not looked up", () => {
  for (const source of ["../a.fx", "x/../../a.fx", "", "a.fx"]) {
    const entry = { ...NOTHING, path: "a.fx", source };
    const pipeline = { explain: (path: string) => (path === "a.fx" ? entry : undefined) } as unknown as Pipeline;
    expect(explanationOf(pipeline, "a.fx"), source).toEqual({ entry });
  }
});

test("the kind of a file is its most important property", () => {
  const by = { path: "asset_rules.xml", line: 1, column: 1 };
  const built = { ...NOTHING, path: "a", source: "b" };
  expect(kindOf(built)).toBe("built");
  expect(kindOf({ ...built, asset: true })).toBe("built, asset");
  expect(kindOf({ ...built, excluded: true })).toBe("built, excluded");
  expect(kindOf({ ...built, asset: true, root: true })).toBe("built, root asset");
  expect(kindOf({ ...built, undecided: [by] })).toBe("undecided");
  expect(kindOf({ ...NOTHING, path: "f/asset_rules.xml" })).toBe("rules");
});
