/** Errors of callers without types are refused with a clear message, before the engine is called. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AssayError, createEngine, folder, memory, type Source } from "assay";
import { createClient } from "assay/client";
import { describe, expect, test } from "vitest";
import { check, checkerOf, engine, RULES } from "./small.ts";

/** A value as callers without types write it. */
// biome-ignore lint/suspicious/noExplicitAny: any value can be passed.
type Untyped = any;

const BYTES = new TextEncoder().encode("<A>4</A>");
const rules = [{ path: "rules.yaml", text: RULES }];
const untyped = engine as Untyped;
const ONE = memory({ "a.xml": BYTES });
/** A valid but empty module. */
const OTHER = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

const CASES: readonly (readonly [what: string, work: () => unknown, code: string, message: string])[] = [
  ["no options", () => untyped.checker(), "misuse", "`rules` must be a list, not undefined"],
  ["rules as one string", () => untyped.checker({ rules: "abc" }), "misuse", "`rules` must be a list, not `abc`"],
  [
    "a rule file without its text",
    () => untyped.checker({ rules: [{ path: "r.yaml" }] }),
    "misuse",
    "expected a rule file with the strings `path` and `text`, found an object",
  ],
  [
    "a `read` that is not a function",
    () => untyped.checker({ rules, read: {} }),
    "misuse",
    "`read` must be a function, not an object",
  ],
  ["tests without options", () => untyped.test(), "misuse", "`rules` must be a list, not undefined"],
  [
    "no source",
    () => checkerOf(RULES).check(null as Untyped),
    "misuse",
    "expected a source with `paths` and `read`, found null",
  ],
  [
    "an invalid signal",
    () => checkerOf(RULES).check(ONE, { signal: 5 as Untyped }),
    "misuse",
    "`signal` must be an `AbortSignal`, not a number",
  ],
  [
    "paths that are not a list",
    () => check({ paths: () => 5, read: () => null } as Untyped),
    "misuse",
    "the paths of a source must be a list, not a number",
  ],
  [
    "paths as one string",
    () => check({ paths: () => "a.xml", read: () => null } as Untyped),
    "misuse",
    "the paths of a source must be a list, not `a.xml`",
  ],
  [
    "problems as a promise",
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
    "a path that is not a string",
    () => check({ paths: () => ["a.xml", 5], read: () => BYTES } as Untyped),
    "misuse",
    "each path of a source must be a string without NUL characters, not a number",
  ],
  [
    "a trace without a source",
    () => checkerOf(RULES).trace("small", "a.xml", {} as Untyped),
    "misuse",
    "expected a source with `paths` and `read`, found an object",
  ],
  [
    "a trace without a rule",
    () => checkerOf(RULES).trace(undefined as Untyped, "a.xml", { paths: () => [], read: () => null }),
    "misuse",
    "the names of a rule and a file must be strings, not undefined",
  ],
  [
    "a pipeline without a source",
    () => untyped.readPipeline(),
    "misuse",
    "expected a source with `paths` and `read`, found undefined",
  ],
  ["a missing format", async () => untyped.render(await check(ONE), undefined), "misuse", "expected a string"],
  ["a number as a format", async () => untyped.render(await check(ONE), 5), "misuse", "expected a string"],
  ["an invalid saved report", () => untyped.readReport({}), "misuse", "expected a string"],
  [
    "a baseline without a string",
    async () => untyped.hideKnown(await check(ONE), { path: "a" }),
    "misuse",
    "expected a baseline with the strings `path` and `text`, found an object",
  ],
  [
    "exit options as a string",
    async () => untyped.exitCode(await check(ONE), "warning"),
    "misuse",
    "options must be an object, not `warning`",
  ],
  [
    "an unknown exit option",
    async () => untyped.exitCode(await check(ONE), { failon: "warning" }),
    "misuse",
    "there is no option `failon`; the options are `failOn`, `strict`, `allowEmpty`",
  ],
  [
    "an exit option of another type",
    async () => untyped.exitCode(await check(ONE), { strict: "no" }),
    "misuse",
    "`strict` must be a boolean, not `no`",
  ],
  [
    "render options as a string",
    async () => untyped.render(await check(ONE), "junit", "warning"),
    "misuse",
    "options must be an object, not `warning`",
  ],
  [
    "a signal instead of options",
    () => checkerOf(RULES).check(ONE, AbortSignal.abort() as Untyped),
    "misuse",
    "expected options with `named`, `mostFindings`, `onProgress` and `signal`, found an AbortSignal",
  ],
  [
    "a named file instead of a list",
    () => checkerOf(RULES).check(ONE, { named: "a.xml" as Untyped }),
    "misuse",
    "`named` must be a list of paths, not `a.xml`",
  ],
  [
    "a progress callback that is not a function",
    () => checkerOf(RULES).check(ONE, { onProgress: 5 as Untyped }),
    "misuse",
    "`onProgress` must be a function, not a number",
  ],
  [
    "invalid limits of archives",
    () => untyped.checker({ rules, packageLimits: 5 }),
    "misuse",
    "`packageLimits` must be an object, not a number",
  ],
  [
    "a `read` that returns a promise",
    () =>
      untyped.checker({
        rules: [{ path: "r.yaml", text: "extends: b.yaml\nrules: []" }],
        read: () => Promise.reject(),
      }),
    "misuse",
    "expected `read` to return the content itself, found a Promise",
  ],
  ["an outline without a path", () => untyped.outline(null, "<A/>"), "misuse", "expected a string"],
  ["an outline without a content", () => untyped.outline("a.xml", null), "misuse", "expected bytes"],
  ["a number as the filter of tests", () => untyped.test({ rules, filter: 5 }), "misuse", "expected a string"],
  ["a number as the path of an asset list", () => untyped.assetLists.read(5, "{}"), "misuse", "expected a string"],
  [
    "a string as an asset list",
    () => untyped.assetLists.delta("a.json", untyped.assetLists.of([])),
    "misuse",
    "expected a list of assets, found `a.json`",
  ],
  [
    "a missing folder",
    () => check(folder("nowhere")),
    "unreadable-folder",
    "the folder `nowhere` cannot be read: it does not exist",
  ],
  [
    "a number as a folder",
    () => check(folder(5 as Untyped)),
    "misuse",
    "the path of a folder must be a string, not a number",
  ],
  [
    "a list as options of a folder",
    () => check(folder(".", ["ignoreFiles"] as Untyped)),
    "misuse",
    "options must be an object, not a list",
  ],
  [
    "a string as an option of a folder",
    () => check(folder(".", { ignoreFiles: "yes" as Untyped })),
    "misuse",
    "`ignoreFiles` must be a boolean, not `yes`",
  ],
  [
    "a client without web workers",
    () => createClient().check({ rules: [], files: {} }),
    "failed",
    "this host has no web workers, such as Node: use `createEngine` of `assay`, or set `worker` to a function that starts one",
  ],
  [
    "the path of a module as a string",
    () => createEngine({ wasm: "core.wasm" as Untyped }),
    "misuse",
    "expected the address of the module (a `URL`), a `Response`, bytes or a `WebAssembly.Module`, found `core.wasm`",
  ],
  [
    "the path of the second part as a string",
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

test("invalid calls do not affect existing objects", async () => {
  const list = engine.assetLists.of([{ path: "a.dds", hash: "0".repeat(40) }]);
  for (const [, work] of CASES) {
    await (async () => work())().catch(() => {});
  }
  expect([...list]).toHaveLength(1);
});

test("an invalid size or count leaves the file unread, which is a problem", async () => {
  const source = (overrides: Partial<Source>): Source => ({
    paths: () => ["a.xml"],
    read: () => BYTES,
    size: () => BYTES.length,
    fill: (_, view, offset) => {
      view.set(BYTES.subarray(offset, offset + view.length));
      return Math.max(0, BYTES.length - offset);
    },
    ...overrides,
  });
  expect((await check(source({}))).findings).toHaveLength(1);
  const sized = '- { name: size, rpath: xml$, xpath: "{file.size}", condition: [">=", 0] }';
  for (const [overrides, text] of [
    [{ fill: () => Number.NaN }, RULES],
    [{ size: () => Number.NaN }, sized],
  ] as const) {
    const { problems } = await check(source(overrides), text);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([["file-unreadable", "a.xml"]]);
  }
});
