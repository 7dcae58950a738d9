/** Where something stands in a project, and what is said about that place. */

import type { Excerpt, Finding, Problem, Related, Report, Severity } from "./engine.ts";
import { counted } from "./format.ts";
import { messageOver, saidOnce } from "./over.ts";
import { isBlank, isRuleFile, type Project, type Side, type Spot } from "./project.ts";

/** A part of a file, in bytes of its text as UTF-8. */
export interface Part extends Spot {
  /** Where it begins. */
  start: number;
  /** Where it ends. */
  end: number;
}

/** The same with what people call its beginning. */
export interface Place extends Part {
  /** The line of its beginning, from 1. */
  line: number;
  /** The column of its beginning in UTF-16 units, from 1. */
  column: number;
}

/** How much a remark matters: a finding's severity, or a problem, which is worse than any. */
export type Weight = "problem" | Severity;

/** All weights, the worst first. */
export const WEIGHTS = ["problem", "error", "warning", "info", "hint"] as const satisfies readonly Weight[];

/** How many there are of each weight. */
export function countsOf(weighed: Iterable<{ readonly weight: Weight }>): Record<Weight, number> {
  const counts = { problem: 0, error: 0, warning: 0, info: 0, hint: 0 };
  for (const { weight } of weighed) {
    counts[weight] += 1;
  }
  return counts;
}

/** The counts of remarks, including unlisted findings of the report. */
export function countsWith(
  remarks: Iterable<{ readonly weight: Weight }>,
  report: Report | undefined,
): Record<Weight, number> {
  const counts = countsOf(remarks);
  if (report !== undefined) {
    for (const severity of ["error", "warning", "info", "hint"] as const) {
      counts[severity] += report.summary[`${severity}s`];
    }
    for (const { severity } of report.findings) {
      counts[severity] -= 1;
    }
  }
  return counts;
}

/** The counts in words, the worst first: `1 problem, 2 errors`. Nothing when there is none. */
export function countsText(counts: Record<Weight, number>): string {
  const weights = WEIGHTS.filter((weight) => counts[weight] > 0);
  return weights.map((weight) => counted(counts[weight], weight)).join(", ");
}

/** What a remark can be about. */
export const SOURCES = ["finding", "problem", "warning", "hint"] as const;

/** Something that the engine says of a project. */
export interface Remark {
  /** How much it matters. */
  weight: Weight;
  /** Whether it is about a value, or about what could not be used. */
  source: (typeof SOURCES)[number];
  /** What it says. */
  message: string;
  /** The rule concerned. */
  rule: string | undefined;
  /** The file concerned. */
  path: string | undefined;
  /** The group that the file is of. */
  side: Side;
  /** Where it stands, if it stands anywhere. */
  place: Place | undefined;
  /** What to do about it, where that is known. */
  help: string | undefined;
  /** What was probably meant by all that stands at the place. */
  suggestion: string | undefined;
  /** Its line, with the part to underline. */
  excerpt: Excerpt | undefined;
  /** Other places that belong to it. */
  related: readonly Linked[];
  /** The files under check of which a rule says the same: those over which its script stopped. */
  over: readonly string[];
  /** The engine's own words, for those who want all of them. */
  item: Finding | Problem;
}

/** What tells a remark from others, from one check to the next. */
export interface Known extends Pick<Remark, "source" | "message" | "rule" | "path"> {
  /** Where it stands, if it stands anywhere. */
  place: Part | undefined;
}

/** Of a remark, only that. */
export function knownOf({ source, message, rule, path, place }: Known): Known {
  const part = place && { side: place.side, path: place.path, start: place.start, end: place.end };
  return { source, message, rule, path, place: part };
}

/** Another place, and what is there. */
export interface Linked {
  /** What is there. */
  message: string;
  /** Where. */
  place: Place;
}

/** What the engine's items have in common, as far as they stand somewhere. */
type Placed = Partial<Pick<Related, "path" | "offset" | "end_offset" | "line" | "column">>;

/** Where an item stands. */
export function placeOf(item: Placed, side: Side): Place | undefined {
  const { path, offset, end_offset, line, column } = item;
  if (path === undefined || offset === undefined || line === undefined || column === undefined) {
    return undefined;
  }
  return { side, path, start: offset, end: end_offset ?? offset, line, column };
}

/** What the page knows to do about a problem for which the engine knows nothing. */
const HELP: Record<string, string> = {
  "no-rule-files": "rules are read from files whose names end in `.yaml`, `.yml` or `.json`",
};

/** What the page adds to what the engine knows to do. */
const MORE: Record<string, string> = {
  "script-time": "; on this page it is stopped sooner than on the command line, which allows 5 s",
};

/** What is said of a finding whose rule looks things up in a collection without what some file would give. */
const INCOMPLETE = "incomplete: a file that the rule's collections are built from could not be read";

/** All that a report says, what could not be used first. */
export function remarksOf(report: Report, { rules }: Project): Remark[] {
  const areBlank = [...rules].every(([path, text]) => !isRuleFile(path) || isBlank(text));
  const ofProblems = (list: readonly Problem[], weight: Weight, source: Remark["source"]) => {
    // Those who begin to write need not be told that nothing is written yet.
    const told = list.filter(({ code }) => !(areBlank && code === "no-rules"));
    return saidOnce(told).map(({ item, over, givenUp }) => {
      const remark = ofItem(item, weight, source, sideOf(item), [...linkedTo(item), ...linkTo(givenUp)]);
      return { ...remark, message: messageOver(item, over), over };
    });
  };
  return [
    ...ofProblems(report.problems, "problem", "problem"),
    ...report.findings.map((item) => ofItem(item, item.severity, "finding", "files", linked(item))),
    ...ofProblems(report.warnings, "warning", "warning"),
    ...ofProblems(report.hints, "hint", "hint"),
  ];
}

function ofItem(
  item: Finding | Problem,
  weight: Weight,
  source: Remark["source"],
  side: Side,
  related: readonly Linked[],
): Remark {
  const { message, rule, path, excerpt } = item;
  const caveat = "incomplete" in item && item.incomplete ? INCOMPLETE : undefined;
  const { help = caveat, code = "", suggestion = wordMeant(item) }: Partial<Problem> = "code" in item ? item : {};
  return {
    weight,
    source,
    message,
    rule,
    path,
    side,
    place: placeOf(item, side),
    help: help === undefined ? HELP[code] : help + (MORE[code] ?? ""),
    suggestion,
    excerpt,
    related,
    over: [],
    item,
  };
}

/** The word that `help` names in place of the one that a problem is said of, where that is all that stands there. */
function wordMeant({ help = "", excerpt }: Partial<Problem>): string | undefined {
  const there = excerpt && [...excerpt.text].slice(excerpt.start, excerpt.end).join("");
  return /^\w+$/.test(there ?? "") ? /^(?:did you mean|write) `(\w+)`\??$/.exec(help)?.[1] : undefined;
}

/** The other places of a finding, that of the value which led to its file among them. */
function linked(item: Finding): Linked[] {
  const via = item.via === undefined ? [] : [{ ...item.via, message: "named here" }];
  return [...item.related, ...via].flatMap((other) => {
    const place = placeOf(other, "files");
    return place === undefined ? [] : [{ message: other.message, place }];
  });
}

/** The other places of a problem, such as the one in a library where a script stopped: they are of the same group. */
function linkedTo(problem: Problem): Linked[] {
  return (problem.related ?? []).flatMap((other) => {
    const place = placeOf(other, sideOf(problem));
    return place === undefined ? [] : [{ message: other.message, place }];
  });
}

/** The place of another problem, with what that says. */
function linkTo(problem: Problem | undefined): Linked[] {
  const { message = "", ...placed }: Partial<Problem> = problem ?? {};
  const place = placeOf(placed, sideOf(placed));
  return place === undefined ? [] : [{ message, place }];
}

/** The group that a problem's path is of. */
export function sideOf({ in_rules = false }: Pick<Problem, "in_rules">): Side {
  return in_rules ? "rules" : "files";
}

/** The remark that says the same, preferably at the same place. */
export function likeIt(remark: Known, remarks: readonly Remark[]): Remark | undefined {
  const alike = remarks.filter(({ rule, path, source }) => {
    return rule === remark.rule && path === remark.path && source === remark.source;
  });
  return (
    alike.find(({ place }) => place?.start === remark.place?.start) ??
    alike.find(({ message }) => message === remark.message)
  );
}
