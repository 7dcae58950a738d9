/** What came of a check, in a word and a sentence. Nothing that went wrong is green. */

import type { Answer, Reason, Report } from "./engine.ts";
import { counted } from "./format.ts";

/** What there is to say. */
export interface Verdict {
  /** How it ended: `unchecked` when something could not be checked, or nothing was. */
  state: "passed" | "failed" | "unchecked";
  /** The counts, or what kept the run from being one. */
  text: string;
  /** What else the reader should know, such as rules that looked at nothing. */
  notes: readonly string[];
}

/** The verdict of an answer. */
export function verdictOf({ result, failure }: Answer<Report>): Verdict {
  if (failure !== undefined) {
    return { state: "unchecked", text: `Not checked: ${failure.message}`, notes: [] };
  }
  const { problems, findings, summary, stats } = result;
  if (stats.rules.length === 0 && problems.length === 0) {
    return { state: "unchecked", text: "Nothing was checked: there are no rules", notes: [] };
  }
  if (stats.files_seen === 0 && problems.length === 0) {
    return { state: "unchecked", text: "Nothing was checked: there are no files", notes: notesOf(result) };
  }
  const counts = [
    ...(problems.length > 0 ? [counted(problems.length, "problem")] : []),
    ...(findings.length > 0 ? [counted(findings.length, "finding")] : []),
  ].join(", ");
  const incomplete = problems.length > 0 || summary.rules_passed + summary.rules_failed === 0;
  const state = incomplete ? "unchecked" : findings.length > 0 ? "failed" : "passed";
  const text = counts || (state === "passed" ? "No findings: all files hold" : "Nothing was checked");
  return { state, text, notes: notesOf(result) };
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
