/** What came of a check, in a word and a sentence. Nothing that went wrong is green. */

import type { Answer, Reason, Report, TestReport } from "./engine.ts";
import { counted, formatCount } from "./format.ts";
import { countsOf, countsText, type Weight } from "./place.ts";

/** What there is to say. */
export interface Verdict {
  /** How it ended: `unchecked` when something could not be checked, or nothing was; `idle` when there is nothing to check with yet. */
  state: "passed" | "failed" | "unchecked" | "idle";
  /** The counts, or what kept the run from being one. */
  text: string;
  /** What else the reader should know, such as rules that looked at nothing. */
  notes: readonly string[];
  /** Of which part of the report the counts are, where two parts are counted as one: the command line tells them apart. */
  parts?: string | undefined;
}

/** The verdict of an answer. */
export function verdictOf({ result, failure }: Answer<Report>): Verdict {
  if (failure !== undefined) {
    return { state: "unchecked", text: `Not checked: ${failure.message}`, notes: [] };
  }
  const { problems, findings, warnings, hints, summary, stats } = result;
  if (stats.rules.length === 0 && problems.every(({ code }) => code === "no-rules")) {
    return { state: "idle", text: "Nothing was checked: there are no rules", notes: [] };
  }
  if (stats.files_seen === 0 && problems.length === 0) {
    return { state: "unchecked", text: "Nothing was checked: there are no files", notes: notesOf(result) };
  }
  const told = countsText(countsOf(weighed(result)));
  const incomplete = problems.length > 0 || summary.rules_passed + summary.rules_failed === 0;
  const state = incomplete ? "unchecked" : findings.length > 0 ? "failed" : "passed";
  const none = state === "passed" ? `No findings: ${lookedAt(result)}` : "Nothing was checked";
  const nothing = problems.length + findings.length === 0;
  const text = nothing && warnings.length + hints.length > 0 ? `${none}; ${told}` : told || none;
  return { state, text, notes: notesOf(result), parts: partsOf(result) };
}

/** How much was looked at. Which files a rule took is not told, so that of several rules the one with the most says how many at least. */
function lookedAt({ stats }: Report): string {
  const looking = stats.rules.filter(({ files }) => files > 0);
  const most = Math.max(...looking.map(({ files }) => files));
  const seen = counted(stats.files_seen, "file");
  const part = looking.length === 1 ? `${formatCount(most)} of` : `${formatCount(most)} or more of`;
  const which = most < stats.files_seen ? `${part} ` : stats.files_seen === 1 ? "" : "all ";
  return `${counted(looking.length, "rule")} looked at ${which}${seen}`;
}

/** What rules found, and what is said of rules and files besides. */
function partsOf({ findings, warnings, hints }: Report): string | undefined {
  const found = countsText(countsOf(findings.map(({ severity }) => ({ weight: severity }))));
  const besides = countsText({ ...countsOf([]), warning: warnings.length, hint: hints.length });
  return found === "" || besides === "" ? undefined : `Found by rules: ${found}. About rules and files: ${besides}.`;
}

/** How many tests do not pass: `2 of 5 tests fail`; nothing when all do. */
export function failingText({ tests, summary }: TestReport): string | undefined {
  const failing = tests.length - summary.pass;
  return failing === 0 ? undefined : `${formatCount(failing)} of ${counted(tests.length, "test fails", "tests fail")}`;
}

/** All that a report says, by its weight: what stands in the list of findings. */
function weighed({ problems, findings, warnings, hints }: Report): { weight: Weight }[] {
  const all = (list: readonly unknown[], weight: Weight) => list.map(() => ({ weight }));
  return [
    ...all(problems, "problem"),
    ...findings.map(({ severity }) => ({ weight: severity })),
    ...all(warnings, "warning"),
    ...all(hints, "hint"),
  ];
}

/** Why a rule says nothing, in words for a list of rules. */
const REASONS = {
  "no-file": "matched no file",
  "no-value": "found no value in any file",
  invalid: "could not run",
  incomplete: "could not check all of its files",
} as const satisfies Record<Reason, string>;

/** A sentence for each reason for which rules say nothing. */
function notesOf({ stats }: Report): string[] {
  return Object.entries(REASONS).flatMap(([reason, said]) => {
    const rules = stats.rules.filter((rule) => rule.reason === reason).map(({ name }) => `\`${name}\``);
    return rules.length === 0 ? [] : [`${said}: ${listed(rules)}`];
  });
}

/** So many names are listed before the rest is only counted. */
const MOST_NAMES = 4;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
