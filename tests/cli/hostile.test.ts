/**
 * Malicious scripts in the built command. WebAssembly has its own stack and uses that of its host, which native tests
 * do not cover. Each script ends with the problem of its limit, and the next rule runs.
 */

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these strings are code in Rhai, not templates.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { assay, type Ended } from "./assay.ts";

/** The functions that a script defines in addition to `f`, the body of `f`, and the code of the expected problem. */
type Row = readonly [functions: string, body: string, code: string];

/** Returns `core` between `levels` repetitions of `open` and of `close`. */
function nested(open: string, close: string, levels: number, core = "1"): string {
  return open.repeat(levels) + core + close.repeat(levels);
}

const RECURSION: readonly Row[] = [
  ["fn g(n) { g(n + 1) }", "g(0)"],
  ["fn g(n) { 1 + g(n + 1) }", "g(0)"],
  ["fn g(n) { `${g(n)}` }", "g(0)"],
  ["fn g(n) { h(n) } fn h(n) { i(n) } fn i(n) { g(n) }", "g(0)"],
  ["fn g(n) { try { g(n) } catch { g(n) } }", "g(0)"],
  ["fn g(f) { f.call(f) }", "g(|f| f.call(f))"],
  ["fn g(n) { let f = |x| g(x); f.call(n) }", "g(0)"],
  ...["map", "filter", "some", "all", "find", "for_each"].map((name) => {
    return [`fn g(n) { n.${name}(|x| g([x])) }`, "g([1])"] as const;
  }),
  ["fn g(n) { n.sort(|x, y| g([x, y])) }", "g([2, 1])"],
  ["fn g(n) { n.reduce(|x, y| g([y]), 0) }", "g([1])"],
  ["fn g(n) { n.map(|x| [x].map(|y| [y].filter(|z| [z].map(|w| g([w]))))) }", "g([1])"],
].map(([functions = "", body = ""]) => [functions, body, "script-depth"]);

/** Expressions around the result of a recursive function, and the number of times that each can be nested. */
const AROUND: readonly (readonly [string, string, number])[] = [
  ["(", ")", 28],
  ["[", "]", 10],
  ["#{a: ", "}", 10],
  ["k(", ")", 28],
  ["max(1, ", ")", 28],
  ["1 + (", ")", 28],
  ["true && (", ")", 28],
  ["`${", "}`", 10],
  ["[1][", "]", 10],
  ["{ let x = ", "; x }", 10],
  ["if n < 0 { 1 } else { ", " }", 10],
  ["switch n { -7 => 1, _ => ", " }", 5],
  ["try { ", " } catch { 1 }", 10],
  ["for i in [1] { ", " }", 10],
  ["while true { return ", "; }", 10],
  ["[1].map(|x| ", ")", 5],
  ["(|x| ", ").call(1)", 5],
];

const DEEP_RECURSION: readonly Row[] = AROUND.map(([open, close, levels]) => {
  const functions = `fn k(x) { x } fn g(n) { ${nested(open, close, levels, "g(n + 1)")} }`;
  return [functions, "[g(0)]", "script-depth"];
});

const LEVELS: readonly Row[] = [
  ...AROUND.filter(([open]) => !open.startsWith("while")).map(([open, close]) => nested(open, close, 5000)),
  `1${" + 1".repeat(5000)}`,
  `data${".filter(|x| true)".repeat(5000)}`,
  `data${"[0]".repeat(5000)}`,
  `if false { 1 }${" else if false { 1 }".repeat(5000)}`,
  nested("switch 1 { _ => ", " }", 28),
  nested("switch 1 { 0 | 1 | 2 => ", " }", 20),
].map((body) => ["fn k(x) { x }", `let n = 0; ${body}`, "script-levels"]);

const ENDLESS: readonly Row[] = [
  "loop { }",
  "while true { let x = 1; }",
  "for i in 0..9000000000000000000 { data.len(); }",
  "loop { try { throw 1 } catch { } }",
  "data.map(|x| loop { })",
  'loop { print("x"); }',
].map((body) => ["", body, "script-operations"]);

const GROWTH: readonly Row[] = [
  ["", 'let s = "ab"; loop { s += s; }', "script-text-size"],
  ["", "let s = `ab`; loop { s = `${s}${s}`; }", "script-text-size"],
  ["", "let a = [1]; loop { a += a; }", "script-list-size"],
  ["", "let a = []; loop { a.pad(a.len() * 2 + 1, 0); }", "script-list-size"],
  ["", "let m = #{}; let i = 0; loop { i += 1; m[`k${i}`] = i; }", "script-map-size"],
  ["", "let a = []; loop { a = [a]; }", "script-nesting"],
  ["", "let a = #{}; loop { a = #{a: a}; }", "script-nesting"],
  ["", "let f = || 1; loop { let g = f; f = || g.call(); }", "script-nesting"],
  ["", "let a = [1]; loop { a = [a, a]; }", "script-list-size"],
  [
    "",
    "let a = []; a.pad(40000, 7); let all = []; loop { let b = a; b[0] = all.len(); all.push(b); }",
    "script-memory",
  ],
  ["", 'let s = ""; s.pad(900000, `a`); let all = []; loop { all.push(s + all.len()); }', "script-memory"],
];

/** Smaller than the default limits, so that the test is short. */
const LIMITS = ["operations=400000", "text=1000000", "list=50000", "memory=30000000"];

/** Runs each script as the filter of a separate rule, followed by a rule without a script. */
async function run(rows: readonly Row[], limits: readonly string[]): Promise<Ended> {
  const rule = { rpath: "xml$", xpath: "A/B", condition: ["Not exist"] };
  const harmless = { name: "harmless", ...rule };
  const rules = rows.map(([functions, body], number) => {
    const script = `${functions}\nfn f(data, filepath) { ${body} }`;
    return { name: `${number}`, ...rule, filter: "artfunc_f", func_str: script };
  });
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-"));
  try {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "assets/a.xml"), "<A><B>1</B></A>");
    writeFileSync(join(folder, "rules.json"), JSON.stringify([...rules, harmless]));
    const set = limits.flatMap((limit) => ["--script-limit", limit]);
    return await assay(["check", "--rules", "rules.json", "--format", "json", ...set, "assets"], { cwd: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [name, rows, limits] of [
  ["endless recursion", RECURSION, []],
  ["endless recursion through deep expressions", DEEP_RECURSION, []],
  ["endless recursion with a high limit of the depth of calls", [...RECURSION, ...DEEP_RECURSION], ["depth=1000"]],
  ["code that is nested too deep", LEVELS, []],
  ["endless loops", ENDLESS, LIMITS],
  ["endless growth", GROWTH, [...LIMITS, "operations=10000000"]],
] as const) {
  test(name, async () => {
    const { code, stdout, stderr } = await run(rows, limits);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    const { problems, findings } = JSON.parse(stdout);
    const codes = new Map(problems.map((problem: { rule: string; code: string }) => [problem.rule, problem.code]));
    const ends = rows.map(([functions, body, code], number) => [
      functions,
      body.slice(0, 200),
      code,
      codes.get(`${number}`),
    ]);
    expect(ends.filter(([, , expected, actual]) => actual !== expected)).toEqual([]);
    expect(problems).toHaveLength(rows.length);
    expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(["harmless"]);
  });
}

test("calls within the limit of depth succeed", async () => {
  const functions = "fn g(n) { if n <= 1 { 1 } else { let x = [g(n - 1)]; 1 + x[0] } }";
  const { code, stdout } = await run([[functions, "[g(60)].filter(|n| n != 60)", ""]], []);
  expect({ code, problems: JSON.parse(stdout).problems }).toEqual({ code: 1, problems: [] });
});

test("regex_300: patterns that are too large together are refused, each with the name of its rule, and the other rules run", async () => {
  const folder = mkdtempSync(join(tmpdir(), "assay-hostile-"));
  try {
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "assets/a.xml"), "<A><B>1</B></A>");
    const rule = { xpath: "A/B", condition: ["==", 9] };
    // Each pattern alone is small enough. No file needs these patterns, so they are not compiled.
    const large = Array.from({ length: 300 }, (_, number) => {
      return { name: `large-${number}`, rpath: "txt$", filter: `(?:x{200}n${number}){230}|a`, ...rule };
    });
    const rules = [...large, { name: "harmless", rpath: "xml$", filter: "[0-9]", ...rule }];
    writeFileSync(join(folder, "rules.json"), JSON.stringify(rules));
    const args = ["check", "--rules", "rules.json", "--format", "json", "assets"];
    const { code, stdout, stderr } = await assay(args, { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    const { problems, findings } = JSON.parse(stdout);
    expect(new Set(problems.map((problem: { code: string }) => problem.code))).toEqual(new Set(["pattern-too-large"]));
    const names = large.map(({ name }) => name).slice(-problems.length);
    expect(problems.map((problem: { rule: string }) => problem.rule).sort()).toEqual(names.sort());
    expect(problems.length).toBeGreaterThan(50);
    expect(problems.length).toBeLessThan(150);
    expect(findings).toMatchObject([{ rule: "harmless", path: "a.xml" }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
