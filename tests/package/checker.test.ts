/** Checkers: errors in their rules, the files that these name, and the limits of their scripts. */

import { AssayError, memory, type ScriptLimits } from "assay";
import { describe, expect, test } from "vitest";
import { checkerOf, engine, found, RULES } from "./small.ts";

describe("a checker", () => {
  test("reports errors in its rules", () => {
    const { problems, warnings } = checkerOf("- { name: a, rpath: xml$, xpath: A, conditon: [Exist] }\n").diagnostics;
    expect(problems).toMatchObject([{ path: "rules.yaml", rule: "a", line: 1 }]);
    expect(warnings).toMatchObject([{ path: "rules.yaml", line: 1, message: expect.stringContaining("conditon") }]);
  });

  test("reads the files that its rules name", async () => {
    const files: Record<string, string> = { "pack/base.yaml": RULES };
    const rules = [{ path: "pack/main.yaml", text: "extends: [base.yaml]\nrules: []\n" }];
    const checker = engine.checker({ rules, read: (path) => files[path] });
    expect(checker.ruleFiles).toEqual(expect.arrayContaining(["pack/base.yaml", "pack/main.yaml"]));
    expect(found(await checker.check(memory({ "a.xml": "<A>4</A>" })))).toEqual([["small", "a.xml", "4"]]);
  });

  test("passes on errors that `read` throws", () => {
    const rules = [{ path: "main.yaml", text: "extends: [base.yaml]\n" }];
    const read = () => {
      throw new Error("no network");
    };
    expect(() => engine.checker({ rules, read })).toThrow("no network");
  });

  test("refuses an invalid rule file", () => {
    const rules = [{ path: "a.yaml" }] as unknown as [];
    expect(() => engine.checker({ rules })).toThrow(AssayError);
  });

  test("runs any number of checks, also concurrently", async () => {
    const checker = checkerOf(RULES);
    const sources = Array.from({ length: 20 }, (_, number) => memory({ [`${number}.xml`]: `<A>${number}</A>` }));
    const reports = await Promise.all(sources.map((source) => checker.check(source)));
    expect(reports.map(({ findings }) => findings.length)).toEqual(sources.map((_, number) => (number > 3 ? 1 : 0)));
  });

  test("cannot be used after it is disposed of, but completes its running checks", async () => {
    const checker = checkerOf(RULES);
    const running = checker.check(memory({ "a.xml": "<A>4</A>" }));
    checker.dispose();
    checker.dispose();
    expect((await running).findings).toHaveLength(1);
    await expect(checker.check(memory({}))).rejects.toMatchObject({ code: "disposed" });
  });
});

describe("limits of scripts", () => {
  const text = JSON.stringify([
    {
      name: "loops",
      rpath: "xml$",
      xpath: "A",
      condition: ["func_loops"],
      func_str: "fn loops(data, filepath, condition) { for i in 0..1000 { data.len(); } data }",
    },
  ]);
  const rules = [{ path: "rules.json", text }];
  const files = memory({ "a.xml": "<A>4</A>" });

  test("have default values, and can be set", async () => {
    for (const [limits, codes] of [
      [undefined, []],
      [{ operations: undefined }, []],
      [{ depth: 1 }, []],
      [{ operations: 100 }, ["script-operations"]],
    ] as [ScriptLimits | undefined, string[]][]) {
      const checker = engine.checker({ rules, limits });
      const { problems } = await checker.check(files);
      expect(problems.map(({ code }) => code)).toEqual(codes);
      expect(checker.trace("loops", "a.xml", files).problems).toEqual(problems);
    }
  });

  test("are refused if they are unknown or have invalid values", () => {
    for (const [limits, code] of [
      [{ operation: 100 }, "unknown-limit"],
      [{ operations: 0 }, "limit-out-of-bounds"],
      [{ operations: 1.5 }, "limit-out-of-bounds"],
      [{ operations: "100" }, "misuse"],
      [5, "misuse"],
      [{ depth: 1e9 }, "limit-out-of-bounds"],
    ] as unknown as [ScriptLimits, string][]) {
      expect(() => engine.checker({ rules, limits })).toThrow(expect.objectContaining({ code }));
      expect(() => engine.test({ rules, limits })).toThrow(expect.objectContaining({ code }));
    }
  });
});
