/** The summary of a check, as a state and a sentence. A check in which something went wrong never passes. */

import type { Answer, Problem, Reason, Report, TestReport } from "./engine.ts";
import { counted, formatCount } from "./format.ts";
import { countsText, countsWith, type Weight } from "./place.ts";
import type { SystemFaults } from "./systems/faults.ts";

export interface CheckSummary {
  /**
   * The outcome. `unchecked`: something could not be checked, or nothing was checked. `idle`: there is nothing to check
   * with yet, or there are only hints. `warned`: there are warnings, but no findings.
   */
  state: "passed" | "failed" | "warned" | "unchecked" | "idle";
  /** The counts, or the reason why nothing was checked. */
  text: string;
  /** Further notes, such as on rules that matched nothing. */
  notes: readonly string[];
  /** The next step for the user, if there is nothing to check, or nothing to check with. */
  next?: string | undefined;
}

/** The facts on which a summary is based in addition to the report. */
export interface SummaryFacts {
  /** The remarks in the list of findings. */
  remarks: readonly { readonly weight: Weight }[];
  systemFaults?: readonly Pick<SystemFaults, "weight" | "text">[];
  /** The number of files that rules look at, if it is known. */
  looked?: number | undefined;
  /** The names of rules that are switched off. */
  off?: readonly string[];
}

/** The advice on how to add files. */
const DROP = "Drop files or a folder anywhere, or pick them under “Open”.";

/** The advice on how to add rules. */
const OFFERED =
  "Write a rule in the editor: Ctrl+Space inserts a template. You can also add a rule from a value under “Tree”.";

/** Returns the summary. Systems follow rules in it; if rules checked nothing, systems come first. */
export function summarize(answer: Answer<Report>, known: SummaryFacts): CheckSummary {
  const { systemFaults = [] } = known;
  const own = ofRules(answer, known);
  const words = systemFaults.map((one) => one.text);
  // If no rule checked anything, the systems did.
  const [, why] = /^Nothing was checked(?:: |$)(.*)/.exec(own.text) ?? [];
  const text =
    why === undefined || words.length === 0 ? [own.text, ...words] : [...words, why || "no rule checked anything"];
  return { ...own, text: text.join("; "), state: moreSevere(own.state, systemFaults) };
}

/** The states in ascending order of severity. */
const STATES = ["passed", "idle", "warned", "failed", "unchecked"] as const;

/** Returns the most severe of the state that rules give and those that the faults of systems give. */
function moreSevere(own: CheckSummary["state"], systemFaults: readonly { weight: Weight }[]): CheckSummary["state"] {
  const states = systemFaults.map(({ weight }) => {
    return weight === "error" ? "failed" : weight === "warning" ? "warned" : "idle";
  });
  return STATES.findLast((state) => state === own || states.some((one) => one === state)) ?? own;
}

function ofRules({ result, failure }: Answer<Report>, { remarks, looked, off = [] }: SummaryFacts): CheckSummary {
  if (failure !== undefined) {
    return { state: "unchecked", text: `Not checked: ${failure.message}`, notes: [] };
  }
  const { problems, findings, warnings, hints, summary, stats } = result;
  if (stats.rules.length === 0 && problems.every(({ code }) => code === "no-rules")) {
    const why = warnings.find(({ code }) => code === "no-enabled-rules")?.message;
    const next = stats.files_seen === 0 ? `${DROP} Then write a rule for them.` : OFFERED;
    const text = `Nothing was checked: ${why ?? "there are no rules"}`;
    return { state: "idle", text, notes: [], ...(why === undefined && { next }) };
  }
  // Without files every rule passes, which would prove nothing.
  if (stats.files_seen === 0 && problems.length === 0) {
    return { state: "unchecked", text: "Nothing was checked: there are no files", notes: notesOf(result), next: DROP };
  }
  const counts = countsText(countsWith(remarks, result));
  const noted = { notes: [...notesOf(result), ...noteOf("are switched off", off)] };
  // A check in which no rule reached a verdict must not look like a pass.
  if (problems.length > 0 || summary.rules_passed + summary.rules_failed === 0) {
    const text = problems.length + findings.length === 0 ? `Nothing was checked; ${counts}` : counts;
    return { ...noted, state: "unchecked", text: counts === "" ? "Nothing was checked" : text };
  }
  if (findings.length > 0) {
    return { ...noted, state: "failed", text: counts };
  }
  const state = warnings.length > 0 ? "warned" : hints.length > 0 ? "idle" : "passed";
  const switchedOff = off.length === 0 ? "" : `; ${counted(off.length, "rule is", "rules are")} off`;
  return { ...noted, state, text: `${counts || "No findings"}: ${lookedAt(result, looked)}${switchedOff}` };
}

/**
 * Returns the numbers of rules and of checked files. Without `known`, the most files that one rule looks at are the
 * minimum.
 */
function lookedAt({ stats }: Report, known: number | undefined): string {
  const looking = stats.rules.filter(({ files }) => files > 0);
  const most = Math.max(...looking.map(({ files }) => files));
  const isKnown = looking.length === 1 || (known !== undefined && known >= most && known <= stats.files_seen);
  const exact = looking.length === 1 ? most : (known ?? most);
  const files = counted(stats.files_seen, "file");
  const part = isKnown ? `${formatCount(exact)} of` : `${formatCount(most)} or more of`;
  const all = (isKnown ? exact : most) >= stats.files_seen;
  const which = !all ? `${part} ` : stats.files_seen === 1 ? "" : "all ";
  return `${counted(looking.length, "rule")} looked at ${which}${files}`;
}

/** Returns the results of tests: `1 test passes, 1 fails`; undefined without tests and problems with them. */
export function testsText(report: TestReport): string | undefined {
  const { pass, fail, error } = report.summary;
  const ran = [counted(pass, "test passes", "tests pass")];
  if (fail > 0) {
    ran.push(counted(fail, "fails", "fail"));
  }
  if (error > 0) {
    ran.push(`${formatCount(error)} could not run`);
  }
  const doubtful = report.tests.filter(({ warnings = [] }) => warnings.length > 0).length;
  if (doubtful > 0) {
    ran.push(`${formatCount(doubtful)} with a warning`);
  }
  return withFaults(report.tests.length === 0 ? undefined : ran.join(", "), report);
}

/** Returns the failures of tests: `2 of 5 tests fail`; undefined without failures and problems with tests. */
export function badTestsText(report: TestReport): string | undefined {
  const { tests, summary } = report;
  const failing = tests.length - summary.pass;
  const text = `${formatCount(failing)} of ${counted(tests.length, "test fails", "tests fail")}`;
  return withFaults(failing === 0 ? undefined : text, report);
}

function withFaults(text: string | undefined, report: TestReport): string | undefined {
  const faults = faultsOfTests(report);
  const more = faults === 0 ? [] : [`${counted(faults, "problem")}, so the tests are incomplete`];
  return [text ?? [], more].flat().join("; ") || undefined;
}

/** Returns the number of problems that the results of tests do not show; 0 if there are no tests. */
export function faultsOfTests({ tests, problems }: TestReport): number {
  return tests.length > 0 || problems.some(isOfTest) ? problems.length : 0;
}

/** Returns true if a problem is about a test. It does not affect the rules in the file of that test. */
export function isOfTest({ code }: Pick<Problem, "code">): boolean {
  return code.startsWith("test-");
}

/** The reasons why a rule reports nothing, in words for a list of rules. */
const REASONS = {
  "no-file": "matched no file",
  "no-value": "found no value in any file",
  filtered: "filtered out every value",
  "no-verdict": "gave no reliable result",
  invalid: "could not run",
  incomplete: "could not check all of its files",
} as const satisfies Record<Reason, string>;

/** Returns a sentence for each reason why rules report nothing. */
function notesOf({ stats }: Report): string[] {
  return Object.entries(REASONS).flatMap(([reason, label]) => {
    const names = stats.rules.flatMap((rule) => (rule.reason === reason ? rule.name : []));
    return noteOf(label, names);
  });
}

function noteOf(label: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${label}: ${listed(names.map((name) => `\`${name}\``))}`];
}

/** The maximum number of names that are listed; further names are only counted. */
const MOST_NAMES = 4;

function listed(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES;
  return names.slice(0, MOST_NAMES).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}
