/** Callers without types: what they get wrong is told in a sentence, before the engine is asked. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AssayError, createEngine, folder, memory, type Source } from "assay";
import { createClient } from "assay/client";
import { describe, expect, test } from "vitest";
import { check, checkerOf, engine, RULES } from "./small.ts";

/** As callers write it who know no types. */
// biome-ignore lint/suspicious/noExplicitAny: that is what they are.
type Untyped = any;

const BYTES = new TextEncoder().encode("<A>4</A>");
const rules = [{ path: "rules.yaml", text: RULES }];
const given = engine as Untyped;
const ONE = memory({ "a.xml": BYTES });
/** An empty module, which is one all the same. */
const OTHER = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

const CASES: readonly (readonly [what: string, work: () => unknown, code: string, message: string])[] = [
  ["no options", () => given.checker(), "misuse", "`rules` must be a list, not undefined"],
  ["rules in one text", () => given.checker({ rules: "abc" }), "misuse", "`rules` must be a list, not `abc`"],
  [
    "a rule file without a text",
    () => given.checker({ rules: [{ path: "r.yaml" }] }),
    "misuse",
    "expected a rule file with the strings `path` and `text`, found an object",
  ],
  [
    "a `read` that is none",
    () => given.checker({ rules, read: {} }),
    "misuse",
    "`read` must be a function, not an object",
  ],
  ["tests of nothing", () => given.test(), "misuse", "`rules` must be a list, not undefined"],
  [
    "no source",
    () => checkerOf(RULES).check(null as Untyped),
    "misuse",
    "expected a source with `paths` and `read`, found null",
  ],
  [
    "a signal that is none",
    () => checkerOf(RULES).check(ONE, { signal: 5 as Untyped }),
    "misuse",
    "`signal` must be an `AbortSignal`, not a number",
  ],
  [
    "paths that are no list",
    () => check({ paths: () => 5, read: () => null } as Untyped),
    "misuse",
    "the paths of a source must be a list, not a number",
  ],
  [
    "paths in one text",
    () => check({ paths: () => "a.xml", read: () => null } as Untyped),
    "misuse",
    "the paths of a source must be a list, not `a.xml`",
  ],
  [
    "problems that come later",
    () => check({ paths: () => [], read: () => null, problems: async () => [] } as Untyped),
    "misuse",
    "the problems of a source must be a list, not a Promise",
  ],
  [
    "files in a map",
    () => check(memory(new Map([["a.xml", BYTES]]) as Untyped)),
    "misuse",
    "files must be an object with a string or bytes for each path, not a Map",
  ],
  [
    "a path that is no text",
    () => check({ paths: () => ["a.xml", 5], read: () => BYTES } as Untyped),
    "misuse",
    "each path of a source must be a string without NUL characters, not a number",
  ],
  [
    "a trace of no source",
    () => checkerOf(RULES).trace("small", "a.xml", {} as Untyped),
    "misuse",
    "expected a source with `paths` and `read`, found an object",
  ],
  [
    "a trace of no rule",
    () => checkerOf(RULES).trace(undefined as Untyped, "a.xml", { paths: () => [], read: () => null }),
    "misuse",
    "the names of a rule and a file must be strings, not undefined",
  ],
  [
    "a pipeline of nothing",
    () => given.readPipeline(),
    "misuse",
    "expected a source with `paths` and `read`, found undefined",
  ],
  ["no format of reports", async () => given.render(await check(ONE), undefined), "misuse", "expected a string"],
  ["a format that is a number", async () => given.render(await check(ONE), 5), "misuse", "expected a string"],
  ["a saved report that is none", () => given.readReport({}), "misuse", "expected a string"],
  [
    "known findings without a text",
    async () => given.hideKnown(await check(ONE), { path: "a" }),
    "misuse",
    "expected a baseline with the strings `path` and `text`, found an object",
  ],
  [
    "demands in one word",
    async () => given.exitCode(await check(ONE), "warning"),
    "misuse",
    "options must be an object, not `warning`",
  ],
  [
    "a demand that there is not",
    async () => given.exitCode(await check(ONE), { failon: "warning" }),
    "misuse",
    "there is no option `failon`; the options are `failOn`, `strict`, `allowEmpty`",
  ],
  [
    "a demand of another kind",
    async () => given.exitCode(await check(ONE), { strict: "no" }),
    "misuse",
    "`strict` must be a boolean, not `no`",
  ],
  [
    "a style in one word",
    async () => given.render(await check(ONE), "junit", "warning"),
    "misuse",
    "options must be an object, not `warning`",
  ],
  [
    "a signal in the place of options",
    () => checkerOf(RULES).check(ONE, AbortSignal.abort() as Untyped),
    "misuse",
    "expected options with `named`, `mostFindings`, `onProgress` and `signal`, found an AbortSignal",
  ],
  [
    "a file that is named, and no list of them",
    () => checkerOf(RULES).check(ONE, { named: "a.xml" as Untyped }),
    "misuse",
    "`named` must be a list of paths, not `a.xml`",
  ],
  [
    "what hears of progress and is no function",
    () => checkerOf(RULES).check(ONE, { onProgress: 5 as Untyped }),
    "misuse",
    "`onProgress` must be a function, not a number",
  ],
  [
    "limits of archives that are none",
    () => given.checker({ rules, packageLimits: 5 }),
    "misuse",
    "`packageLimits` must be an object, not a number",
  ],
  [
    "a `read` that answers later",
    () =>
      given.checker({ rules: [{ path: "r.yaml", text: "extends: b.yaml\nrules: []" }], read: () => Promise.reject() }),
    "misuse",
    "expected `read` to return the content itself, found a Promise",
  ],
  ["an outline of no path", () => given.outline(null, "<A/>"), "misuse", "expected a string"],
  ["an outline of nothing", () => given.outline("a.xml", null), "misuse", "expected bytes"],
  ["tests by a number", () => given.test({ rules, filter: 5 }), "misuse", "expected a string"],
  ["a list of assets at a number", () => given.assetLists.read(5, "{}"), "misuse", "expected a string"],
  [
    "a list of assets that is a text",
    () => given.assetLists.delta("a.json", given.assetLists.of([])),
    "misuse",
    "expected a list of assets, found `a.json`",
  ],
  [
    "a folder that is not there",
    () => check(folder("nowhere")),
    "unreadable-folder",
    "the folder `nowhere` cannot be read: it does not exist",
  ],
  [
    "a folder that is a number",
    () => check(folder(5 as Untyped)),
    "misuse",
    "the path of a folder must be a string, not a number",
  ],
  [
    "a folder with a list of options",
    () => check(folder(".", ["ignoreFiles"] as Untyped)),
    "misuse",
    "options must be an object, not a list",
  ],
  [
    "a folder with an option that is a text",
    () => check(folder(".", { ignoreFiles: "yes" as Untyped })),
    "misuse",
    "`ignoreFiles` must be a boolean, not `yes`",
  ],
  [
    "a client where there are no workers",
    () => createClient().check({ rules: [], files: {} }),
    "failed",
    "this host has no web workers, such as Node: use `createEngine` of `assay`, or set `worker` to a function that starts one",
  ],
  [
    "the path of a module",
    () => createEngine({ wasm: "core.wasm" as Untyped }),
    "misuse",
    "expected the address of the module (a `URL`), a `Response`, bytes or a `WebAssembly.Module`, found `core.wasm`",
  ],
  [
    "the path of the rest of a module",
    () => createClient({ rest: "rest.wasm" as Untyped }),
    "misuse",
    "`rest` must be the address of a module (a `URL`), not `rest.wasm`",
  ],
  [
    "the first part of the engine",
    () => createEngine({ wasm: readFileSync(createRequire(import.meta.url).resolve("assay/first.wasm")) }),
    "wasm-unusable",
    "`createEngine` needs `assay/core.wasm` or `assay/small.wasm`",
  ],
  [
    "another module",
    () => createEngine({ wasm: OTHER }),
    "wasm-unusable",
    "the WebAssembly module is not that of this engine",
  ],
];

describe("is refused as an `AssayError`:", () => {
  test.each(CASES)("%s", async (_, work, code, message) => {
    const error = await (async () => work())().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AssayError);
    expect((error as AssayError).code).toBe(code);
    expect((error as AssayError).message).toContain(message);
  });
});

test("what callers get wrong takes nothing along that they have", async () => {
  const list = engine.assetLists.of([{ path: "a.dds", hash: "0".repeat(40) }]);
  for (const [, work] of CASES) {
    await (async () => work())().catch(() => {});
  }
  expect([...list]).toHaveLength(1);
});

test("a size or a count that is no number leaves the file unread, and not clean", async () => {
  const source = (told: Partial<Source>): Source => ({
    paths: () => ["a.xml"],
    read: () => BYTES,
    size: () => BYTES.length,
    fill: (_, view, offset) => {
      view.set(BYTES.subarray(offset, offset + view.length));
      return Math.max(0, BYTES.length - offset);
    },
    ...told,
  });
  expect((await check(source({}))).findings).toHaveLength(1);
  const sized = '- { name: size, rpath: xml$, xpath: "{file.size}", condition: [">=", 0] }';
  for (const [told, text] of [
    [{ fill: () => Number.NaN }, RULES],
    [{ size: () => Number.NaN }, sized],
  ] as const) {
    const { problems } = await check(source(told), text);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([["file-unreadable", "a.xml"]]);
  }
});
