/** Traces: what one rule does with one file. */

import { type AsyncSource, memory, type Trace } from "assay";
import { describe, expect, test } from "vitest";
import { checkerOf, engine, RULES } from "./small.ts";

describe("a trace", () => {
  const files = { "a.xml": "<R><A>4</A><A>2</A></R>", "b.txt": "" };
  const rules = '- { name: small, rpath: xml$, xpath: "*/A", condition: ["<=", 3] }\n';

  /** Returns the fates of the values in each step. */
  function fates({ steps }: Trace): unknown[] {
    return steps.map(({ kind, values }) => [kind, values.map(({ fate, value }) => `${fate} ${value}`)]);
  }

  const expected = [
    ["rpath", ["kept a.xml"]],
    ["xpath", ["found 4", "found 2"]],
    ["condition", ["failed 4", "passed 2"]],
  ];

  test("is returned synchronously for a synchronous source", () => {
    const trace = checkerOf(rules).trace("small", "a.xml", memory(files));
    expect(fates(trace)).toEqual(expected);
    expect(trace).toMatchObject({ rule: "small", path: "a.xml", state: "failed", files: 1, findings: 1, problems: [] });
    expect(checkerOf(rules).trace("small", "b.txt", memory(files)).state).toBe("unwanted");
  });

  test("is returned asynchronously for an asynchronous source", async () => {
    const { paths, read } = memory(files);
    const sources: AsyncSource[] = [
      { paths, read: async (path) => read(path) },
      { paths: async () => paths(), read },
      { paths: async () => paths(), read: async (path) => read(path) },
    ];
    for (const source of sources) {
      expect(fates(await checkerOf(rules).trace("small", "a.xml", source))).toEqual(expected);
    }
  });

  test("refuses unknown rules and files", async () => {
    const checker = checkerOf(rules);
    const tracing = (rule: string, path: string) => () => checker.trace(rule, path, memory(files));
    expect(tracing("smal", "a.xml")).toThrow(expect.objectContaining({ code: "unknown-rule" }));
    expect(tracing("small", "c.xml")).toThrow(expect.objectContaining({ code: "unknown-path" }));
    const later: AsyncSource = { paths: async () => ["a.xml"], read: async () => null };
    await expect(checker.trace("smal", "a.xml", later)).rejects.toMatchObject({ code: "unknown-rule" });
    expect(tracing("small", "a.xml")().findings).toBe(1);
    checker.dispose();
    expect(tracing("small", "a.xml")).toThrow(expect.objectContaining({ code: "disposed" }));
  });

  test("contains times on request", () => {
    const options = { rules: [{ path: "rules.yaml", text: rules }] };
    const measured = (timings: boolean) => {
      const { steps } = engine.checker({ ...options, timings }).trace("small", "a.xml", memory(files));
      return steps.map(({ kind, milliseconds }) => [kind, typeof milliseconds]);
    };
    expect(measured(false)).toContainEqual(["xpath", "undefined"]);
    expect(measured(true)).toContainEqual(["xpath", "number"]);
  });

  test("contains problems of the source", async () => {
    const problem = { code: "unreadable-folder", message: "the folder cannot be read", path: "secret" };
    const files = { ...memory({ "a.xml": "<A>1</A>" }), problems: () => [problem] };
    expect(checkerOf(RULES).trace("small", "a.xml", files).problems).toEqual([problem]);
    const later: AsyncSource = { ...files, paths: async () => files.paths() };
    expect((await checkerOf(RULES).trace("small", "a.xml", later)).problems).toEqual([problem]);
  });
});
