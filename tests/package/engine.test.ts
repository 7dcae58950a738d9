/** The engine: its version, its formats and its reports. */

import { readFileSync } from "node:fs";
import { AssayError, createEngine, memory } from "assay";
import { describe, expect, test } from "vitest";
import { check, engine } from "./small.ts";

describe("an engine", () => {
  test("has a version and formats", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../wasm/package.json", import.meta.url), "utf8"));
    expect(engine.version).toBe(version);
    const names = "text json jsonl sarif junit github html markdown".split(" ");
    expect(engine.formats.map(({ name }) => name)).toEqual(names);
  });

  test("refuses an invalid module", async () => {
    await expect(createEngine({ wasm: new Uint8Array([1, 2, 3]) })).rejects.toMatchObject({ code: "wasm-unusable" });
    const missing = createEngine({ wasm: new URL("file:///nowhere/core.wasm") });
    await expect(createEngine(null as unknown as object)).rejects.toMatchObject({ code: "misuse" });
    await expect(missing).rejects.toThrow(/^the engine's WebAssembly module `.*` cannot be read: it does not exist$/);
  });

  test("renders the report of a check", async () => {
    const report = await check(memory({ "a.xml": "<A>4</A>" }));
    expect(JSON.parse(engine.render(report, "json"))).toEqual(report);
    expect(engine.render(report, "text")).toContain("a.xml:1:4");
    expect(engine.render(report, "text")).not.toContain("\u001b");
    expect(engine.render(report, "text", { color: true })).toContain("\u001b");
  });

  test("hides the findings of a baseline, and reports entries that no longer occur", async () => {
    const report = await check(memory({ "a.xml": "<A>4</A>" }));
    const baseline = { path: "known.json", text: engine.baselineOf(report) };
    const remaining = engine.hideKnown(report, baseline);
    expect(remaining.findings).toEqual([]);
    expect(remaining.summary.hidden).toBe(1);
    expect(remaining.stats.hidden).toEqual({ by_baseline: 1, by_comments: 0 });
    expect(engine.render(remaining, "text")).toContain("hidden by the baseline");
    const clean = engine.hideKnown(await check(memory({ "a.xml": "<A>1</A>" })), baseline);
    expect(clean.warnings.map(({ code, path, line }) => ({ code, path, line }))).toContainEqual({
      code: "baseline-gone",
      path: "known.json",
      line: 4,
    });
    expect(() => engine.hideKnown(report, { path: "known.json", text: '{"version": 1,\n"findings": 5}' })).toThrow(
      expect.objectContaining({ code: "baseline-form", path: "known.json", line: 2, column: 13 }),
    );
  });

  test("marks findings that fail the run as failures", async () => {
    const rule = '- { name: small, severity: warning, rpath: xml$, xpath: A, condition: ["<=", 3] }';
    const report = await check(memory({ "a.xml": "<A>4</A>" }), rule);
    expect(engine.render(report, "junit")).not.toContain("<failure");
    expect(engine.render(report, "junit", { failOn: "warning" })).toContain("<failure");
    const none = { failOn: "grave" as "error" };
    expect(() => engine.render(report, "junit", none)).toThrow(expect.objectContaining({ code: "misuse" }));
  });

  test.each([
    ["no findings", "<A>1</A>", {}, 0],
    ["findings below the limit", "<A>4</A>", {}, 0],
    ["findings at the limit", "<A>4</A>", { failOn: "warning" }, 1],
    ["an unreadable file", "<A>4<", { failOn: "warning" }, 2],
    ["no extracted value", "<B/>", {}, 0],
    ["no extracted value in a strict check", "<B/>", { strict: true }, 2],
    ["no file for any rule", undefined, {}, 2],
    ["no file for any rule, which is allowed", undefined, { allowEmpty: true }, 0],
    ["no file for any rule, which is allowed, in a strict check", undefined, { allowEmpty: true, strict: true }, 2],
  ] as const)("has the exit code of the command line: %s", async (_, text, options, code) => {
    const rule = '- { name: small, severity: warning, rpath: xml$, xpath: A, condition: ["<=", 3] }';
    const report = await check(memory(text === undefined ? { "a.txt": "" } : { "a.xml": text }), rule);
    expect(engine.exitCode(report, options)).toBe(code);
    expect(engine.exitCode(engine.readReport(engine.render(report, "json")), options)).toBe(code);
    expect(() => engine.exitCode({ ...report })).toThrow(expect.objectContaining({ code: "unknown-report" }));
    const none = { failOn: "grave" as "error" };
    expect(() => engine.exitCode(report, none)).toThrow(expect.objectContaining({ code: "misuse" }));
  });

  test("refuses unknown formats and reports", async () => {
    const report = await check(memory({}));
    const misspelt = "jsn" as "json";
    expect(() => engine.render(report, misspelt)).toThrow(expect.objectContaining({ code: "unknown-format" }));
    expect(() => engine.render({ ...report }, "json")).toThrow(expect.objectContaining({ code: "unknown-report" }));
    const damaged = engine.render(report, "json").replace('"errors":', '"errors":-');
    const line = damaged.split("\n").findIndex((text) => text.includes('"errors":-')) + 1;
    expect(() => engine.readReport(damaged)).toThrow(
      expect.objectContaining({ code: "unknown-report", line, column: '  "summary": {"errors":-0,'.length }),
    );
    expect(() => engine.render(report, misspelt)).toThrow(AssayError);
  });
});
