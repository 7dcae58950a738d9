import { describe, expect, test } from "vitest";
import type { Answer, Report, RuleStats } from "./engine.ts";
import { verdictOf } from "./verdict.ts";

/** A rule's outcome, in a word. */
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
      rules_passed: rules.filter(({ state }) => state === "passed").length,
      rules_failed: rules.filter(({ state }) => state === "failed").length,
    },
  } as unknown as Report;
  return { revision: 1, milliseconds: 1, result };
}

const CASES: readonly [string, Answer<Report>, string, string][] = [
  ["all is well", answer([rule("a", "passed")]), "passed", "No findings: 1 rule looked at 1 file"],
  [
    "nobody looked at some files",
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
  ["something was found", answer([rule("a", "failed")], { findings: 1 }), "failed", "1 error"],
  [
    "something is to be looked at",
    answer([rule("a", "passed")], { warnings: 2 }),
    "passed",
    "No findings: 1 rule looked at 1 file; 2 warnings",
  ],
  ["a rule could not run", answer([rule("a", "unchecked", "invalid")], { problems: 2 }), "unchecked", "2 problems"],
  [
    "a rule could not run beside findings",
    answer([rule("a", "failed"), rule("b", "unchecked", "invalid")], { problems: 1, findings: 3 }),
    "unchecked",
    "1 problem, 3 errors",
  ],
  ["no rule matched a file", answer([rule("a", "unchecked", "no-file")]), "unchecked", "Nothing was checked"],
  ["there are no rules", answer([]), "idle", "Nothing was checked: there are no rules"],
  [
    "there are no files",
    answer([rule("a", "unchecked", "no-file")], { files: 0 }),
    "unchecked",
    "Nothing was checked: there are no files",
  ],
];

describe("the verdict", () => {
  test.each(CASES)("when %s", (_, given, state, text) => {
    expect(verdictOf(given)).toMatchObject({ state, text });
  });

  test("when there is no report says why, and is not green", () => {
    const failure = { kind: "time-limit" as const, message: "the run was ended" };
    expect(verdictOf({ revision: 1, milliseconds: 1, failure })).toMatchObject({
      state: "unchecked",
      text: "Not checked: the run was ended",
    });
  });

  test("names the rules that say nothing, with the reason", () => {
    const idle = ["b", "c", "d", "e", "f"].map((name) => rule(name, "unchecked", "no-file"));
    const { notes } = verdictOf(answer([rule("a", "passed"), ...idle, rule("g", "unchecked", "no-value")]));
    expect(notes).toEqual(["matched no file: `b`, `c`, `d`, `e` and 1 more", "found no value in any file: `g`"]);
  });
});

test("what rules found is told apart from what is said besides", () => {
  const both = answer([rule("a", "failed")], { findings: 2, warnings: 1 });
  expect(verdictOf(both).parts).toBe("Found by rules: 2 errors. About rules and files: 1 warning.");
  expect(verdictOf(answer([rule("a", "failed")], { findings: 2 })).parts).toBeUndefined();
});
