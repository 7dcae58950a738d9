/** Checks: their progress, their abortion and their results, and that they free their memory. */

import { type AsyncSource, memory } from "assay";
import { describe, expect, test } from "vitest";
import { check, checkerOf, RULES } from "./small.ts";

/** More files than are read between two reports of progress. */
const MANY = memory(Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`${number}.xml`, "<A>1</A>"])));

/** Reads a file that is not listed. */
const READING_RULE = `- {name: asks, rpath: xml$, xpath: A, condition: [Satisfy the expression, "read_text(d) == 'good'"]}`;
const A = new TextEncoder().encode("<A>b.txt</A>");

describe("a check", () => {
  test("reports its progress", async () => {
    const states: { done: number; total: number }[] = [];
    await checkerOf(RULES).check(MANY, { onProgress: (state) => states.push(state) });
    expect(states.length).toBeGreaterThan(1);
    expect(states.at(-1)).toEqual({ done: 600, total: 600 });
  });

  test("counts a file once, even if it is read twice", async () => {
    const rules =
      "collections: { all: { rpath: xml$, xpath: A } }\nrules:\n  - { name: in, rpath: xml$, xpath: A, condition: [Exist in, artfunc_all] }\n";
    const states: { done: number; total: number }[] = [];
    const report = await checkerOf(rules).check(MANY, {
      onProgress: ({ done, total }) => states.push({ done, total }),
    });
    expect(report.problems).toEqual([]);
    expect(states.filter(({ done }) => done === 0).length, "it reads the files twice").toBe(2);
    expect(new Set(states.map(({ total }) => total))).toEqual(new Set([600]));
    expect(states.at(-1)).toEqual({ done: 600, total: 600 });
  });

  test("reports only the named files, but uses all files", async () => {
    const source = memory({ "a.xml": "<A>1</A>", "b.xml": "<A>2</A>", "c.xml": "<A>2</A>", "n.json": "[1]" });
    const rules =
      "collections: { known: { rpath: json$, xpath: '*' } }\nrules:\n  - { name: in, rpath: xml$, xpath: A, condition: [Exist in, artfunc_known] }\n";
    const { findings, stats } = await checkerOf(rules).check(source, { named: ["a.xml", "b.xml"] });
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([["in", "b.xml"]]);
    expect(stats).toMatchObject({ files_seen: 4, files_named: 2 });
    expect((await checkerOf(rules).check(source, { named: [] })).summary.empty).toBe(true);
  });

  test("ends when it is aborted", async () => {
    const checker = checkerOf(RULES);
    await expect(checker.check(memory({}), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    const controller = new AbortController();
    const listener = { signal: controller.signal, onProgress: () => controller.abort(new Error("enough")) };
    await expect(checker.check(MANY, listener)).rejects.toThrow("enough");
    expect((await checker.check(MANY)).problems).toEqual([]);
  });

  test("can be aborted between two files", async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(new Error("enough")));
    let read = 0;
    const slow = {
      ...MANY,
      paths: () => MANY.paths(),
      read: (path: string) => {
        read += 1;
        // Longer than a check blocks the thread.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        return MANY.read(path);
      },
    };
    await expect(checkerOf(RULES).check(slow, { signal: controller.signal })).rejects.toThrow("enough");
    clearTimeout(timer);
    expect(read).toBeLessThan(5);
  });

  const never = () => new Promise<never>(() => {});
  test.each<[string, AsyncSource]>([
    ["a file", { paths: () => ["a.xml"], read: never }],
    ["a file that a rule names", { paths: () => ["a.xml"], read: async (path) => (path === "a.xml" ? A : never()) }],
    ["the paths", { paths: never, read: () => null }],
    ["the next path", { paths: () => ({ [Symbol.asyncIterator]: () => ({ next: never }) }), read: () => null }],
  ])("ends at once while it waits for %s", async (_, source) => {
    const checker = checkerOf(READING_RULE);
    const controller = new AbortController();
    const run = checker.check(source, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 20);
    await expect(run).rejects.toThrow("enough");
    expect((await checker.check(memory({ "a.xml": "<A>b.txt</A>", "b.txt": "bad" }))).findings.length).toBe(1);
  });

  test("has the same result with or without a signal", async () => {
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`${number}.xml`, `<A>${number}</A>`]));
    const now = memory(files);
    const later = { paths: () => now.paths(), read: async (path: string) => now.read(path) };
    const { signal } = new AbortController();
    const report = await checkerOf(RULES).check(now);
    expect(report.findings.length).toBe(596);
    for (const source of [now, later]) {
      expect(await checkerOf(RULES).check(source, { signal })).toEqual(report);
    }
  });

  test("returns exact numbers, large ones as bigints", async () => {
    const rules = '- { name: every, rpath: json$, xpath: "*/n", condition: [Not exist] }';
    const numbers = ["1", "-2.5", "9007199254740991", "9007199254740993", "-170141183460469231731687303715884105729"];
    const report = await check(memory({ "a.json": `{"n": [${numbers}]}` }), rules);
    expect(report.findings.map(({ value }) => value)).toEqual([
      1,
      -2.5,
      Number.MAX_SAFE_INTEGER,
      9007199254740993n,
      -170141183460469231731687303715884105729n,
    ]);
  });

  test("frees its memory", async () => {
    const checker = checkerOf(RULES);
    const source = memory({ "a.xml": `<A>4<!--${" ".repeat(10_000)}--></A>` });
    const memoryAfter = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        await checker.check(source);
      }
      globalThis.gc?.();
      return process.memoryUsage().rss;
    };
    const before = await memoryAfter(1_000);
    const after = await memoryAfter(9_000);
    expect(after - before).toBeLessThan(64 << 20);
  });
});
