/** The package's functions in Node, as its documentation promises them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  AssayError,
  type AsyncSource,
  type Checker,
  createEngine,
  type Engine,
  folder,
  memory,
  type Report,
  type ScriptLimits,
  type Source,
  type Trace,
} from "assay";
import { beforeAll, describe, expect, test } from "vitest";
import { withTree } from "../cli/tree.ts";

const RULES = `
- { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }
`;

let engine: Engine;

beforeAll(async () => {
  engine = await createEngine();
});

function checkerOf(text: string): Checker {
  return engine.checker({ rules: [{ path: "rules.yaml", text }] });
}

function check(source: Source | AsyncSource, text = RULES): Promise<Report> {
  return checkerOf(text).check(source);
}

/** Rule, path and value of each finding. */
function found({ findings }: Report): unknown[] {
  return findings.map(({ rule, path, value }) => [rule, path, value]);
}

describe("an engine", () => {
  test("says its version and its formats", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../wasm/package.json", import.meta.url), "utf8"));
    expect(engine.version).toBe(version);
    const names = "text json jsonl sarif junit github html markdown".split(" ");
    expect(engine.formats.map(({ name }) => name)).toEqual(names);
  });

  test("refuses what is no module", async () => {
    await expect(createEngine({ wasm: new Uint8Array([1, 2, 3]) })).rejects.toMatchObject({ code: "wasm-unusable" });
    const missing = createEngine({ wasm: new URL("file:///nowhere/core.wasm") });
    await expect(missing).rejects.toThrow("the engine's WebAssembly module cannot be read: it does not exist");
  });

  test("renders what a check returned", async () => {
    const report = await check(memory({ "a.xml": "<A>4</A>" }));
    expect(JSON.parse(engine.render(report, "json"))).toEqual(report);
    expect(engine.render(report, "text")).toContain("a.xml:1:4");
    expect(engine.render(report, "text")).not.toContain("\u001b");
    expect(engine.render(report, "text", { color: true })).toContain("\u001b");
  });

  test("refuses other formats and other reports", async () => {
    const report = await check(memory({}));
    expect(() => engine.render(report, "jsn")).toThrow(expect.objectContaining({ code: "unknown-format" }));
    expect(() => engine.render({ ...report }, "json")).toThrow(expect.objectContaining({ code: "unknown-report" }));
    expect(() => engine.render(report, "jsn")).toThrow(AssayError);
  });
});

describe("a checker", () => {
  test("tells what is wrong with its rules", () => {
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

  test("passes on what `read` throws", () => {
    const rules = [{ path: "main.yaml", text: "extends: [base.yaml]\n" }];
    const read = () => {
      throw new Error("no network");
    };
    expect(() => engine.checker({ rules, read })).toThrow("no network");
  });

  test("refuses what is no rule file", () => {
    const rules = [{ path: "a.yaml" }] as unknown as [];
    expect(() => engine.checker({ rules })).toThrow(AssayError);
  });

  test("serves any number of checks, also at the same time", async () => {
    const checker = checkerOf(RULES);
    const sources = Array.from({ length: 20 }, (_, number) => memory({ [`${number}.xml`]: `<A>${number}</A>` }));
    const reports = await Promise.all(sources.map((source) => checker.check(source)));
    expect(reports.map(({ findings }) => findings.length)).toEqual(sources.map((_, number) => (number > 3 ? 1 : 0)));
  });

  test("is of no use once it is disposed of, and ends what it is at first", async () => {
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

  test("are as they are without being set, and as they are set", async () => {
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

  test("are refused that there are none of, and values that they do not take", () => {
    for (const [limits, code] of [
      [{ operation: 100 }, "unknown-limit"],
      [{ operations: 0 }, "limit-out-of-bounds"],
      [{ operations: 1.5 }, "limit-out-of-bounds"],
      [{ operations: "100" }, "limit-out-of-bounds"],
      [{ depth: 1e9 }, "limit-out-of-bounds"],
    ] as [ScriptLimits, string][]) {
      expect(() => engine.checker({ rules, limits })).toThrow(expect.objectContaining({ code }));
      expect(() => engine.test({ rules, limits })).toThrow(expect.objectContaining({ code }));
    }
  });
});

describe("a trace", () => {
  const files = { "a.xml": "<R><A>4</A><A>2</A></R>", "b.txt": "" };
  const rules = '- { name: small, rpath: xml$, xpath: "*/A", condition: ["<=", 3] }\n';

  /** What became of the values in each step. */
  function fates({ steps }: Trace): unknown[] {
    return steps.map(({ kind, values }) => [kind, values.map(({ fate, value }) => `${fate} ${value}`)]);
  }

  const expected = [
    ["rpath", ["kept a.xml"]],
    ["xpath", ["found 4", "found 2"]],
    ["condition", ["failed 4", "passed 2"]],
  ];

  test("is there at once for a source that is", () => {
    const trace = checkerOf(rules).trace("small", "a.xml", memory(files));
    expect(fates(trace)).toEqual(expected);
    expect(trace).toMatchObject({ rule: "small", path: "a.xml", state: "failed", files: 1, findings: 1, problems: [] });
    expect(checkerOf(rules).trace("small", "b.txt", memory(files)).state).toBe("unwanted");
  });

  test("waits for a source that answers later", async () => {
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

  test("refuses what is not there", async () => {
    const checker = checkerOf(rules);
    const asked = (rule: string, path: string) => () => checker.trace(rule, path, memory(files));
    expect(asked("smal", "a.xml")).toThrow(expect.objectContaining({ code: "unknown-rule" }));
    expect(asked("small", "c.xml")).toThrow(expect.objectContaining({ code: "unknown-path" }));
    const later: AsyncSource = { paths: async () => ["a.xml"], read: async () => null };
    await expect(checker.trace("smal", "a.xml", later)).rejects.toMatchObject({ code: "unknown-rule" });
    expect(asked("small", "a.xml")().findings).toBe(1);
    checker.dispose();
    expect(asked("small", "a.xml")).toThrow(expect.objectContaining({ code: "disposed" }));
  });

  test("says how long the steps took when that is asked for", () => {
    const options = { rules: [{ path: "rules.yaml", text: rules }] };
    const measured = (timings: boolean) => {
      const { steps } = engine.checker({ ...options, timings }).trace("small", "a.xml", memory(files));
      return steps.map(({ kind, milliseconds }) => [kind, typeof milliseconds]);
    };
    expect(measured(false)).toContainEqual(["xpath", "undefined"]);
    expect(measured(true)).toContainEqual(["xpath", "number"]);
  });
});

describe("tests of rules", () => {
  const text = `
rules:
  - { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }
  - { name: other, rpath: xml$, xpath: A, condition: [Exist] }
tests:
  - { name: passes, files: { a.xml: <A>4</A> }, expect: [{ rule: small, path: a.xml }] }
  - { name: fails, files: { a.xml: <A>4</A> }, expect: [] }
`;
  const rules = [{ path: "rules.yaml", text }];

  test("say what passed and what did not", () => {
    const { tests, untested, summary } = engine.test({ rules });
    expect(tests.map(({ name, state }) => [name, state])).toEqual([
      ["passes", "pass"],
      ["fails", "fail"],
    ]);
    expect(tests[1]?.unexpected).toMatchObject([{ rule: "small", path: "a.xml", value: "4" }]);
    expect(untested).toMatchObject([{ rule: "other", path: "rules.yaml", line: 4 }]);
    expect(summary).toEqual({ pass: 1, fail: 1, error: 0, missing: 1, rules: 2 });
  });

  test("can be chosen", () => {
    expect(engine.test({ rules, filter: "pass", coverage: true })).toMatchObject({
      tests: [{ name: "passes" }],
      coverage: true,
    });
  });

  test("pass on what `read` throws", () => {
    const read = () => {
      throw new Error("no network");
    };
    expect(() => engine.test({ rules: [{ path: "a.yaml", text: "extends: [b.yaml]\n" }], read })).toThrow("no network");
  });
});

describe("a source", () => {
  test("of texts and bytes", async () => {
    const source = memory({ "a.xml": "<A>4</A>", "b.xml": new TextEncoder().encode("<A>5</A>"), "c.txt": "?" });
    const report = await check(source);
    expect(found(report)).toEqual([
      ["small", "a.xml", "4"],
      ["small", "b.xml", "5"],
    ]);
    expect(report.stats).toMatchObject({ files_seen: 3, files_read: 2 });
  });

  test("of a folder", async () => {
    await withTree(2, 30, async (root) => {
      const read = () => null;
      const checker = engine.checker({
        rules: [{ path: "rules.yaml", text: readFileSync(join(root, "rules.yaml"), "utf8") }],
        read,
      });
      const report = await checker.check(folder(join(root, "assets")));
      expect(report.problems).toEqual([]);
      expect(report.stats.files_seen).toBe(62);
      expect(report.summary.rules_failed).toBe(5);
    });
  });

  test("that throws: the reason is a problem of the file", async () => {
    const source: Source = {
      paths: () => ["a.xml", "b.xml"],
      read(path) {
        if (path === "a.xml") {
          throw new Error("the cable is loose");
        }
        return new TextEncoder().encode("<A>4</A>");
      },
    };
    const report = await check(source);
    expect(report.problems).toMatchObject([{ path: "a.xml", message: expect.stringContaining("the cable is loose") }]);
    expect(found(report)).toEqual([["small", "b.xml", "4"]]);
  });

  test("that lists what it does not have, or returns no bytes", async () => {
    const source = { paths: () => ["a.xml", "b.xml"], read: (path: string) => (path === "a.xml" ? null : "text") };
    const report = await check(source as unknown as Source);
    expect(report.problems.map(({ path }) => path)).toEqual(["a.xml", "b.xml"]);
  });

  test("that cannot list: the caller hears of it", async () => {
    const source: Source = {
      paths: () => {
        throw new Error("no such bucket");
      },
      read: () => null,
    };
    await expect(check(source)).rejects.toThrow("no such bucket");
  });

  test("that fills memory, tells sizes, and changes while it is read", async () => {
    const texts: Record<string, string> = {
      "small.xml": "<A>4</A>",
      "large.xml": `<A><!--${" ".repeat(100_000)}-->5</A>`,
      "grows.xml": `<A><!--${" ".repeat(100_000)}-->6</A>`,
      "shrinks.xml": `<A><!--${" ".repeat(100_000)}-->7</A>`,
    };
    const bytes = (path: string) => new TextEncoder().encode(texts[path]);
    const lies: Record<string, number> = { "grows.xml": -50, "shrinks.xml": 50 };
    const source: Source = {
      paths: () => [...Object.keys(texts), "gone.xml"],
      read: (path) => (path in texts ? bytes(path) : null),
      size: (path) => (path in texts ? bytes(path).length + (lies[path] ?? 0) : null),
      fill(path, view, offset) {
        if (!(path in texts)) {
          return -1;
        }
        const part = bytes(path).subarray(offset, offset + view.length);
        view.set(part);
        return part.length;
      },
    };
    const report = await check(source);
    expect(found(report).map((finding) => (finding as unknown[])[2])).toEqual(["6", "5", "7", "4"]);
    expect(report.problems.map(({ path }) => path)).toEqual(["gone.xml"]);
  });

  test("that fills memory, part by part of long files", async () => {
    const long = (value: number, end = "</A>") =>
      new TextEncoder().encode(`<A>${"<B>\u00e4\u{1f600}</B>\r\n".repeat(150_000)}${value}${end}`);
    const files: Record<string, Uint8Array> = { "long.xml": long(5), "cut.xml": long(6, ""), "grows.xml": long(7) };
    let largest = 0;
    const source: Source = {
      paths: () => Object.keys(files),
      read: (path) => files[path] ?? null,
      size: (path) => (files[path]?.length ?? 0) - (path === "grows.xml" ? 9 : 0),
      fill(path, view, offset) {
        const part = (files[path] ?? new Uint8Array()).subarray(offset, offset + view.length);
        largest = path === "long.xml" ? Math.max(largest, part.length) : largest;
        view.set(part);
        return part.length;
      },
    };
    const report = await check(source);
    expect(found(report)).toEqual([["small", "long.xml", "5"]]);
    expect(report.findings[0]).toMatchObject({
      ...{ line: 150_001, column: 1, end_line: 150_001, end_column: 2 },
      excerpt: { text: "5</A>", start: 0, end: 1 },
    });
    expect(report.problems.map(({ path, code }) => [path, code])).toEqual([
      ["cut.xml", "xml-unclosed"],
      ["grows.xml", "file-changed"],
    ]);
    expect(largest).toBeLessThan(1 << 20);
  });

  test("larger than memory is a problem", async () => {
    for (const size of [3e9, 5e9, 2 ** 60]) {
      const source: Source = {
        paths: () => ["a.xml"],
        read: () => null,
        size: () => size,
        fill: (_, view) => view.length,
      };
      const report = await check(source);
      expect(report.problems).toMatchObject([
        { path: "a.xml", message: expect.stringContaining("do not fit into memory") },
      ]);
    }
  });

  test("that answers later", async () => {
    const later = <T>(value: T) => new Promise<T>((resolve) => setTimeout(resolve, 1, value));
    const files: Record<string, string> = { "a.xml": "<A>4</A>", "b.xml": "<A>1</A>", "c.xml": "<A>9</A>" };
    const sources: AsyncSource[] = [
      { paths: () => later(Object.keys(files)), read: (path) => later(new TextEncoder().encode(files[path])) },
      {
        async *paths() {
          yield* Object.keys(files);
        },
        read: async (path) => new TextEncoder().encode(files[path]),
      },
    ];
    for (const source of sources) {
      expect(found(await check(source))).toEqual([
        ["small", "a.xml", "4"],
        ["small", "c.xml", "9"],
      ]);
    }
  });

  test("that answers later, and is asked for files that nobody foresaw", async () => {
    const guid = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
    const files: Record<string, string> = {
      "list.xml": "<R><L>a.ilevel</L><L>b.ilevel</L><L>gone.ilevel</L></R>",
      "more.xml": "<R><L>b.ilevel</L></R>",
      "a.ilevel": `<L><I>${guid}</I></L>`,
      "b.ilevel": `<L><I>{${guid.toUpperCase()}}</I></L>`,
    };
    const rules = `
- name: cited
  rpath: xml$
  xpath: "*/L"
  filter: artfunc_res_filter.getResourcesInILevel
  condition: [Null collection]
`;
    const asked: string[] = [];
    const { paths, read } = memory(files);
    const source: AsyncSource = {
      paths,
      async read(path) {
        asked.push(path);
        return read(path);
      },
    };
    const report = await check(source, rules);
    const here = await check(memory(files), rules);
    expect(found(here)).toHaveLength(2);
    expect(report).toEqual(here);
    expect(asked.sort()).toEqual(
      // The first one tells whether the source answers later.
      ["list.xml", "list.xml", "more.xml", "a.ilevel", "b.ilevel", "gone.ilevel"].sort(),
    );
  });

  test("that answers later, and leads a script from file to file", async () => {
    const rules = `
- name: chain
  rpath: a\\.xml
  xpath: "*/F"
  condition: [Satisfy the expression, "read_text(read_text(read_text(d))) == 'end' and not exists('e.txt')"]
`;
    const { paths, read } = memory({
      "a.xml": "<R><F>b.txt</F></R>",
      "b.txt": "c.txt",
      "c.txt": "d.txt",
      "d.txt": "end",
    });
    const later: AsyncSource = { paths, read: async (path) => read(path) };
    const { findings, problems, stats } = await check(later, rules);
    expect([findings, problems, stats.values]).toEqual([[], [], 1]);
    const trace = await checkerOf(rules).trace("chain", "a.xml", later);
    expect(trace).toMatchObject({ state: "passed", problems: [] });
  });

  test("that answers later with an error", async () => {
    const source: AsyncSource = {
      paths: () => ["a.xml", "b.xml"],
      read: (path) => (path === "a.xml" ? Promise.reject(new Error("timed out")) : Promise.resolve(null)),
    };
    const { problems } = await check(source);
    expect(problems.map(({ path }) => path)).toEqual(["a.xml", "b.xml"]);
    expect(problems[0]?.message).toContain("timed out");
  });

  test("with problems of its own", async () => {
    const source: Source = {
      ...memory({}),
      problems: () => [
        { code: "archive-damaged", message: "the archive is damaged", path: "a.zip" },
        { code: "odd", message: "an odd file", path: "b", warning: true },
      ],
    };
    const report = await check(source);
    expect(report.problems).toMatchObject([{ code: "archive-damaged", path: "a.zip" }]);
    expect(report.warnings).toContainEqual(expect.objectContaining({ code: "odd", path: "b" }));
  });
});

describe("a check", () => {
  test("tells how far it is", async () => {
    const states: { done: number; total: number }[] = [];
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`${number}.xml`, "<A>1</A>"]));
    await checkerOf(RULES).check(memory(files), { onProgress: (state) => states.push(state) });
    expect(states.length).toBeGreaterThan(1);
    expect(states.at(-1)).toEqual({ done: 600, total: 600 });
  });

  test("ends when it is told to", async () => {
    const checker = checkerOf(RULES);
    await expect(checker.check(memory({}), { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
    const controller = new AbortController();
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, number) => [`${number}.xml`, "<A>1</A>"]));
    const listener = { signal: controller.signal, onProgress: () => controller.abort(new Error("enough")) };
    await expect(checker.check(memory(files), listener)).rejects.toThrow("enough");
    expect((await checker.check(memory(files))).problems).toEqual([]);
  });

  test("returns numbers as they are, the large ones as bigints", async () => {
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

  test("outlives a crash of the engine, and names the file", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const checker = crashing.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const files = memory({ "a.xml": "<A>4</A>", "b.xml": "<A>4</A>", "c.xml": "<A>4</A>" });
    const source: Source = {
      ...files,
      read(path) {
        crash.due ||= path === "b.xml";
        return files.read(path);
      },
    };
    const report = await withTraps(crash, () => checker.check(source));
    expect(report.problems).toMatchObject([{ path: "b.xml", message: expect.stringContaining("unreachable") }]);
    expect(found(report)).toEqual([
      ["small", "a.xml", "4"],
      ["small", "c.xml", "4"],
    ]);
    expect(found(await checker.check(files))).toHaveLength(3);
  });

  test("tells in a trace, too, what listing the files met", async () => {
    const met = { code: "unreadable-folder", message: "the folder cannot be read", path: "secret" };
    const files = { ...memory({ "a.xml": "<A>1</A>" }), problems: () => [met] };
    expect(checkerOf(RULES).trace("small", "a.xml", files).problems).toEqual([met]);
    const later: AsyncSource = { ...files, paths: async () => files.paths() };
    expect((await checkerOf(RULES).trace("small", "a.xml", later)).problems).toEqual([met]);
  });

  test("outlives a crash of a trace, and names the file", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const checker = crashing.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const files = memory({ "a.xml": "<A>4</A>" });
    const read = (path: string) => {
      crash.due = true;
      return files.read(path);
    };
    const later: AsyncSource = { ...files, read, paths: async () => files.paths() };
    for (const source of [{ ...files, read }, later] as Source[]) {
      const trace = await withTraps(crash, async () => checker.trace("small", "a.xml", source));
      expect(trace).toMatchObject({
        rule: "small",
        state: "unchecked",
        problems: [{ path: "a.xml", code: "internal" }],
      });
    }
    expect(checker.trace("small", "a.xml", files)).toMatchObject({ state: "failed", problems: [] });
  });

  test("outlives a crash of a test, and names it", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const rules = [{ path: "rules.yaml", text: `rules:${RULES}tests: [{ name: clean, files: {}, expect: [] }]\n` }];
    const read = () => null;
    expect(crashing.test({ rules, read }).tests).toHaveLength(1);
    crash.due = true;
    expect(() => crashing.test({ rules, read })).toThrow(
      expect.objectContaining({
        code: "crashed",
        path: "rules.yaml",
        message: "internal error: unreachable, at the test `clean` of `rules.yaml`",
      }),
    );
    expect(crashing.test({ rules, read }).tests).toHaveLength(1);
  });

  test("gives up on files that all bring the engine down, and names every one", async () => {
    const crash = { due: false };
    const crashing = await withTraps(crash, () => createEngine());
    const checker = crashing.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const files = memory(Object.fromEntries(Array.from({ length: 130 }, (_, number) => [`${number}.xml`, "<A>4</A>"])));
    let reads = 0;
    const source: Source = {
      ...files,
      read(path) {
        reads += 1;
        crash.due = true;
        return files.read(path);
      },
    };
    const report = await withTraps(crash, () => checker.check(source));
    expect(report.problems).toHaveLength(130);
    expect(report.findings).toEqual([]);
    expect(reads).toBeLessThan(400);
  });

  test("leaves nothing behind", async () => {
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

/** Has every piece of the engine's work that is done while a crash is due end in a trap. */
async function withTraps<T>(crash: { due: boolean }, work: () => Promise<T>): Promise<T> {
  const { Instance } = WebAssembly;
  type Inner = (...given: unknown[]) => unknown;
  const trapAfter = (inner: Inner, ...given: unknown[]) => {
    const outcome = inner(...given);
    if (crash.due) {
      crash.due = false;
      throw new WebAssembly.RuntimeError("unreachable");
    }
    return outcome;
  };
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, args) {
      const { exports } = new target(...(args as [WebAssembly.Module]));
      const trapping = {
        worker_work: (...given: unknown[]) => {
          crash.due = false;
          return trapAfter(exports.worker_work as Inner, ...given);
        },
        runTests: (...given: unknown[]) => trapAfter(exports.runTests as Inner, ...given),
      };
      return Object.create(target.prototype, { exports: { value: { ...exports, ...trapping } } });
    },
  });
  try {
    return await work();
  } finally {
    WebAssembly.Instance = Instance;
  }
}
