/** Conversion rules in the package: reading, explaining, checking and disposing of them. */

import { createEngine, memory, type Source } from "assay";
import { expect, test } from "vitest";

const RULES = `<rules>
<rule pattern=".*\\.fx"><root>true</root><converter>EffectConverter</converter></rule>
<rule pattern=".*\\.fxo"><sourcePattern>o$</sourcePattern><sourceFormat/></rule>
<rule pattern=".*_test.*"><noConversion>true</noConversion></rule>
</rules>`;

const FILES = {
  "asset_rules.xml": RULES,
  "custom/asset_rules.xml": '<rules>\n<rule pattern=".*fx">\n<root>false</root><banana/></rule></rules>',
  "custom/glow.fx": "x",
  "fire.fx": "x",
  "fire.fxo": "x",
  "gone.fxo": "x",
  "notes.txt": "x",
  "x_test.fx": "x",
};

async function read(source: Source = memory(FILES)) {
  return (await createEngine()).readPipeline(source);
}

test("a file has a result, and the places of the rules that decided it", async () => {
  const pipeline = await read();
  expect(pipeline.ruleFiles).toEqual(["asset_rules.xml", "custom/asset_rules.xml"]);
  expect(pipeline.explain("/custom/../custom/glow.fx")).toEqual({
    path: "custom/glow.fx",
    asset: true,
    root: false,
    excluded: false,
    converter: "EffectConverter",
    said: {
      root: { path: "custom/asset_rules.xml", line: 3, column: 7 },
      converter: { path: "asset_rules.xml", line: 2, column: 52 },
    },
    overridden: [{ field: "root", value: "true", path: "asset_rules.xml", line: 2, column: 30 }],
  });
  expect(pipeline.explain("not/there.fxo")).toMatchObject({ asset: false, source: "not/there.fx" });
  expect(() => pipeline.explain("../x.fx")).toThrow("the path `../x.fx` leaves the root");
  expect(() => pipeline.explain(undefined as never)).toThrow("the path must be a string, not undefined");
  expect(() => pipeline.explain("")).toThrow("the path `` names the root, not a file");
  expect(pipeline.explain("asset_rules.xml")).toMatchObject({ asset: false, root: false, said: {} });
});

test("all files are listed in the order of their paths", async () => {
  const pipeline = await read();
  expect(pipeline.length).toBe(6);
  const paths = ["custom/glow.fx", "fire.fx", "fire.fxo", "gone.fxo", "notes.txt", "x_test.fx"];
  expect([...pipeline].map(({ path }) => path)).toEqual(paths);
  expect(pipeline.rows(1, 3).map(({ path }) => path)).toEqual(["fire.fx", "fire.fxo"]);
  const empty = [pipeline.rows(2, 1), pipeline.rows(0, -1), pipeline.rows(99, 100), pipeline.rows(99)];
  expect(empty).toEqual([[], [], [], []]);
  expect(pipeline.rows(1, 99)).toEqual(pipeline.rows(1));
  const all = [pipeline.rows(-5), pipeline.rows(0, Infinity), pipeline.rows(0, 2 ** 32 + 1), pipeline.rows(NaN)];
  expect(all.map(({ length }) => length)).toEqual([6, 6, 6, 6]);
  expect(pipeline.rows(5, 99).map(({ excluded }) => excluded)).toEqual([true]);
  expect([...pipeline.entries({ rootOnly: true })].map(({ path }) => path)).toEqual(["fire.fx"]);
});

test("diagnostics have a place, and are findings of a check", async () => {
  const engine = await createEngine();
  const pipeline = engine.readPipeline(memory(FILES));
  expect(pipeline.diagnostics.warnings).toMatchObject([
    { code: "conversion-unknown-tag", path: "custom/asset_rules.xml", line: 3, column: 20 },
  ]);
  const report = pipeline.check();
  expect(report.findings).toMatchObject([{ rule: "built-file-without-source", path: "gone.fxo", value: "gone.fx" }]);
  expect(engine.render(report, "text")).toContain("the source `gone.fx` does not exist");
});

test("problems of the source and unreadable rule files are reported", async () => {
  const problem = { code: "link-cycle", message: "the link forms a cycle", path: "a" };
  const source: Source = {
    paths: () => ["asset_rules.xml", "b/asset_rules.xml"],
    read: (path) => {
      if (path === "b/asset_rules.xml") {
        throw new Error("no permission");
      }
      return new TextEncoder().encode(RULES);
    },
    problems: () => [problem],
  };
  const pipeline = await read(source);
  expect(pipeline.diagnostics.problems.map(({ code }) => code)).toEqual(["link-cycle", "file-unreadable"]);
  expect(pipeline.explain("b/x.fx").asset).toBe(true);
});

test("an undecided file is reported independently of earlier calls", async () => {
  const rules = "<r><rule pattern='(a|aa)+(\\1)c|z'><root>true</root><converter>C</converter></rule></r>";
  const slow = Array.from({ length: 9 }, (_, at) => ["a".repeat(60) + at, ""]);
  const pipeline = await read(memory({ "asset_rules.xml": rules, z: "", ...Object.fromEntries(slow) }));
  const undecided = [{ path: "asset_rules.xml", line: 1, column: 4 }];
  expect(pipeline.diagnostics.problems.map(({ code }) => code)).toEqual(["pattern-limit"]);
  expect([...pipeline].map((entry) => entry.undecided)).toEqual(Array.from({ length: 10 }, () => undecided));
  expect(pipeline.explain("z")).toMatchObject({ asset: false, undecided });
  expect(pipeline.check().findings).toEqual([]);
});

test("a disposed pipeline is refused", async () => {
  const pipeline = await read();
  pipeline.dispose();
  expect(() => pipeline.explain("a")).toThrow("have been disposed of");
});
