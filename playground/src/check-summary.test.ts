import { describe, expect, test } from "vitest";
import { badTestsText, summarize as ofKnown, type SummaryFacts, testsText } from "./check-summary.ts";
import type { Answer, Report, RuleStats, TestReport } from "./engine.ts";
import type { Weight } from "./place.ts";

/** Returns the summary, with all findings of the report in the list. */
function summarize(given: Answer<Report>, known: Partial<SummaryFacts> = {}) {
  const { problems = [], findings = [], warnings = [] }: Partial<Report> = given.result ?? {};
  const lists = { problem: problems, error: findings, warning: warnings };
  const remarks = Object.entries(lists).flatMap(([weight, list]) => list.map(() => ({ weight: weight as Weight })));
  return ofKnown(given, { remarks, ...known });
}

/** Returns the statistics of a rule with an outcome. */
function rule(name: string, state: RuleStats["state"], reason?: RuleStats["reason"]): RuleStats {
  const counts = { files: 1, findings: state === "failed" ? 1 : 0, unchecked: 0, values: 1 };
  return { name, severity: "error", state, ...counts, ...(reason === undefined ? {} : { reason }) };
}

function answer(rules: RuleStats[], { problems = 0, findings = 0, files = 1, warnings = 0 } = {}): Answer<Report> {
  const result = {
    problems: Array(problems).fill({}),
    findings: Array(findings).fill({ severity: "error" }),
    warnings: Array(warnings).fill({}),
    hints: [],
    stats: { rules, files_seen: files },
    summary: {
      errors: findings,
      warnings: 0,
      infos: 0,
      hints: 0,
      rules_passed: rules.filter(({ state }) => state === "passed").length,
      rules_failed: rules.filter(({ state }) => state === "failed").length,
    },
  } as unknown as Report;
  return { revision: 1, milliseconds: 1, result };
}

/** Returns the answer for a project whose rules are all switched off. */
function switchedOff(): Answer<Report> {
  const given = answer([], { warnings: 1 });
  given.result?.warnings.splice(0, 1, {
    code: "no-enabled-rules",
    message: "every rule is switched off",
  } as Report["warnings"][number]);
  return given;
}

const CASES: readonly [string, Answer<Report>, string, string][] = [
  ["all rules pass", answer([rule("a", "passed")]), "passed", "No findings: 1 rule looked at 1 file"],
  [
    "no rule looked at some files",
    answer([rule("a", "passed")], { files: 4 }),
    "passed",
    "No findings: 1 rule looked at 1 of 4 files",
  ],
  [
    "several rules looked at some files",
    answer([rule("a", "passed"), rule("b", "passed")], { files: 4 }),
    "passed",
    "No findings: 2 rules looked at 1 or more of 4 files",
  ],
  ["there are findings", answer([rule("a", "failed")], { findings: 1 }), "failed", "1 error"],
  [
    "there are warnings",
    answer([rule("a", "passed")], { warnings: 2 }),
    "warned",
    "2 warnings: 1 rule looked at 1 file",
  ],
  ["a rule could not run", answer([rule("a", "unchecked", "invalid")], { problems: 2 }), "unchecked", "2 problems"],
  [
    "a rule could not run, and there are findings",
    answer([rule("a", "failed"), rule("b", "unchecked", "invalid")], { problems: 1, findings: 3 }),
    "unchecked",
    "1 problem, 3 errors",
  ],
  ["no rule matched a file", answer([rule("a", "unchecked", "no-file")]), "unchecked", "Nothing was checked"],
  [
    "every rule gives a reliable result",
    answer([rule("a", "unchecked", "no-verdict")], { warnings: 1 }),
    "unchecked",
    "Nothing was checked; 1 warning",
  ],
  ["there are no rules", answer([]), "idle", "Nothing was checked: there are no rules"],
  ["every rule is switched off", switchedOff(), "idle", "Nothing was checked: every rule is switched off"],
  [
    "there are no files",
    answer([rule("a", "unchecked", "no-file")], { files: 0 }),
    "unchecked",
    "Nothing was checked: there are no files",
  ],
];

describe("the summary", () => {
  test.each(CASES)("when %s", (_, given, state, text) => {
    expect(summarize(given)).toMatchObject({ state, text });
  });

  test("without a report has the reason, and is not green", () => {
    const failure = { kind: "time-limit" as const, message: "the run was ended" };
    expect(summarize({ revision: 1, milliseconds: 1, failure })).toMatchObject({
      state: "unchecked",
      text: "Not checked: the run was ended",
    });
  });

  test("names the rules that report nothing, with the reason", () => {
    const idle = ["b", "c", "d", "e", "f"].map((name) => rule(name, "unchecked", "no-file"));
    const { notes } = summarize(answer([rule("a", "passed"), ...idle, rule("g", "unchecked", "no-value")]));
    expect(notes).toEqual(["matched no file: `b`, `c`, `d`, `e` and 1 more", "found no value in any file: `g`"]);
  });
});

test.each([
  ["files", answer([], { files: 0 }), /^Drop files .* Then write a rule/],
  ["a rule", answer([], { files: 1 }), /^Write a rule .* Ctrl\+Space/],
  ["files for its rules", answer([rule("a", "unchecked", "no-file")], { files: 0 }), /^Drop files .*$/],
  ["nothing", answer([rule("a", "passed")]), undefined],
  ["a rule that is switched on", switchedOff(), undefined],
] as const)("gives advice if a project has no %s", (_, given, next) => {
  const advice = summarize(given).next;
  expect(advice).toEqual(next && expect.stringMatching(next));
});

test("has the number of files that several rules looked at, if it is known", () => {
  const two = answer([rule("a", "passed"), rule("b", "passed")], { files: 4 });
  expect(summarize(two, { looked: 2 }).text).toBe("No findings: 2 rules looked at 2 of 4 files");
});

const SYSTEMS: readonly [string, Answer<Report>, Weight, string, string][] = [
  ["there are no rules", answer([]), "error", "failed", "Packages: 2; there are no rules"],
  [
    "no rule checked anything",
    answer([rule("a", "unchecked", "no-file")]),
    "error",
    "unchecked",
    "Packages: 2; no rule checked anything",
  ],
  [
    "all rules pass",
    answer([rule("a", "passed")]),
    "warning",
    "warned",
    "No findings: 1 rule looked at 1 file; Packages: 2",
  ],
  ["rules have findings", answer([rule("a", "failed")], { findings: 1 }), "warning", "failed", "1 error; Packages: 2"],
];
test.each(SYSTEMS)(
  "faults of systems are in the summary, which is not green, if %s",
  (_, given, weight, state, text) => {
    expect(summarize(given, { systemFaults: [{ weight, text: "Packages: 2" }] })).toMatchObject({ state, text });
  },
);

test("findings and other remarks are counted together, including unlisted findings", () => {
  const both = answer([rule("a", "failed")], { findings: 2, warnings: 1 });
  const remarks = (["error", "error", "error", "problem"] as const).map((weight) => ({ weight }));
  expect(ofKnown(both, { remarks }).text).toBe("1 problem, 3 errors");
  const most = answer([rule("a", "failed")], { findings: 2 });
  const { result } = most;
  const summary = result && { ...result.summary, errors: 4_000_000 };
  const unlisted = { ...most, result: result && summary && { ...result, summary } } as typeof most;
  expect(summarize(unlisted).text).toBe("4,000,000 errors");
});

test("rules that are off are counted if there are no findings, and named", () => {
  const summary = summarize(answer([rule("a", "passed")]), { off: ["b", "c"] });
  expect(summary).toMatchObject({ state: "passed", text: "No findings: 1 rule looked at 1 file; 2 rules are off" });
  expect(summary.notes).toEqual(["are switched off: `b`, `c`"]);
});

/**
 * The numbers of tests that pass, fail and could not run, the codes of problems, the text about all tests, and the
 * text about failures.
 */
const TESTS: readonly [[number, number, number], string[], string | undefined, string | undefined][] = [
  [[2, 0, 0], [], "2 tests pass", undefined],
  [[1, 1, 0], [], "1 test passes, 1 fails", "1 of 2 tests fail"],
  [[0, 1, 2], [], "0 tests pass, 1 fails, 2 could not run", "3 of 3 tests fail"],
  [
    [1, 0, 0],
    ["test-missing-key", "test-missing-key"],
    "1 test passes; 2 problems, so the tests are incomplete",
    "2 problems, so the tests are incomplete",
  ],
  [
    [1, 1, 0],
    ["pattern-class"],
    "1 test passes, 1 fails; 1 problem, so the tests are incomplete",
    "1 of 2 tests fail; 1 problem, so the tests are incomplete",
  ],
  [[0, 0, 0], ["test-kind"], "1 problem, so the tests are incomplete", "1 problem, so the tests are incomplete"],
  // For rules without tests, the summary of the check reports them.
  [[0, 0, 0], ["pattern-class"], undefined, undefined],
];
test.each(TESTS)(
  "describes tests with %j that pass, fail and could not run, and the problems %j",
  (counts, codes, all, bad) => {
    const [pass, fail, error] = counts;
    const tests = Array(pass + fail + error).fill({});
    const report = { tests, problems: codes.map((code) => ({ code })), summary: { pass, fail, error } };
    expect([testsText(report as TestReport), badTestsText(report as TestReport)]).toEqual([all, bad]);
  },
);

test("a test whose files no rule looks at passes with a warning", () => {
  const tests = [{ warnings: [{ code: "test-unseen" }] }, {}];
  const report = { tests, problems: [], summary: { pass: 2, fail: 0, error: 0 } } as unknown as TestReport;
  expect([testsText(report), badTestsText(report)]).toEqual(["2 tests pass, 1 with a warning", undefined]);
});
