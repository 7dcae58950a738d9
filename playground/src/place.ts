/** Places in a project, and the findings and problems that are reported there. */

import type { Excerpt, Finding, Problem, Related, Report, Severity } from "./engine.ts";
import { counted } from "./format.ts";
import { mergeProblems, messageFor } from "./merged-problems.ts";
import { isBlank, isRuleFile, type Project, type Side, type Spot } from "./project.ts";

/** A part of a file, in bytes of its text as UTF-8. */
export interface Part extends Spot {
  start: number;
  end: number;
}

/** A part of a file, with the line and column at which it begins. */
export interface Place extends Part {
  /** The line of its beginning, from 1. */
  line: number;
  /** The column of its beginning in UTF-16 units, from 1. */
  column: number;
}

/** The severity of a remark: that of a finding, or `problem`, which is worse than all of these. */
export type Weight = "problem" | Severity;

/** All weights, most severe first. */
export const WEIGHTS = ["problem", "error", "warning", "info", "hint"] as const satisfies readonly Weight[];

export function countsOf(weighed: Iterable<{ readonly weight: Weight }>): Record<Weight, number> {
  const counts = { problem: 0, error: 0, warning: 0, info: 0, hint: 0 };
  for (const { weight } of weighed) {
    counts[weight] += 1;
  }
  return counts;
}

/** Returns the number of remarks of each weight, including unlisted findings of the report. */
export function countsWith(
  remarks: Iterable<{ readonly weight: Weight }>,
  report: Report | undefined,
): Record<Weight, number> {
  const counts = countsOf(remarks);
  if (report !== undefined) {
    for (const severity of ["error", "warning", "info", "hint"] as const) {
      counts[severity] += report.summary[`${severity}s`];
    }
    // The summary counts listed findings, too, and these are among the remarks.
    for (const { severity } of report.findings) {
      counts[severity] -= 1;
    }
  }
  return counts;
}

/** Returns the counts in words, most severe first: `1 problem, 2 errors`; an empty string if all are 0. */
export function countsText(counts: Record<Weight, number>): string {
  const weights = WEIGHTS.filter((weight) => counts[weight] > 0);
  return weights.map((weight) => counted(counts[weight], weight)).join(", ");
}

/** The kinds of items of a report from which remarks are made. */
export const SOURCES = ["finding", "problem", "warning", "hint"] as const;

/** A finding, problem, warning or hint that the engine reports of a project. */
export interface Remark {
  weight: Weight;
  /** The kind of item: a finding about a value, or a problem, warning or hint. */
  source: (typeof SOURCES)[number];
  message: string;
  rule: string | undefined;
  path: string | undefined;
  side: Side;
  place: Place | undefined;
  /** The advice on what to do about it, if there is any. */
  help: string | undefined;
  /** The suggested replacement for all text at the place. */
  suggestion: string | undefined;
  /** Its line, with the part to underline. */
  excerpt: Excerpt | undefined;
  /** Other places that belong to it. */
  related: readonly Linked[];
  /** The files under check for which a rule has the same problem: those on which its script stopped. */
  affected: readonly string[];
  /** The item of the engine from which the remark is made. */
  item: Finding | Problem;
}

/** The properties by which a remark is recognised in the results of the next check. */
export interface RemarkKey extends Pick<Remark, "source" | "message" | "rule" | "path"> {
  place: Part | undefined;
}

/** Returns only these properties of a remark. */
export function knownOf({ source, message, rule, path, place }: RemarkKey): RemarkKey {
  const part = place && { side: place.side, path: place.path, start: place.start, end: place.end };
  return { source, message, rule, path, place: part };
}

/** Another place, with a message about it. */
interface Linked {
  message: string;
  place: Place;
}

/** The fields by which items of the engine give their place, if they have one. */
type PlaceFields = Partial<Pick<Related, "path" | "offset" | "end_offset" | "line" | "column">>;

export function placeOf(item: PlaceFields, side: Side): Place | undefined {
  const { path, offset, end_offset, line, column } = item;
  if (path === undefined || offset === undefined || line === undefined || column === undefined) {
    return undefined;
  }
  return { side, path, start: offset, end: end_offset ?? offset, line, column };
}

/** The help of the page, by code, for problems for which the engine has no help. */
const HELP: Record<string, string> = {
  "no-rule-files": "rules are read from files whose names end in `.yaml`, `.yml` or `.json`",
};

/** Text that the page adds to the help of the engine, by code. */
const MORE: Record<string, string> = {
  "script-time": "; this page stops a script sooner than the command line, which allows 5 s",
};

/** The help for a finding of a rule that uses an incomplete collection, because some file could not be read. */
const INCOMPLETE = "incomplete: a file that the rule's collections are built from could not be read";

/** Returns everything that a report contains: problems first, then findings, warnings and hints. */
export function remarksOf(report: Report, { rules }: Project): Remark[] {
  const areBlank = [...rules].every(([path, text]) => !isRuleFile(path) || isBlank(text));
  const ofProblems = (list: readonly Problem[], weight: Weight, source: Remark["source"]) => {
    // The message that there are no rules is left out while the user begins to write one.
    const reported = list.filter(({ code }) => !(areBlank && code === "no-rules"));
    return mergeProblems(reported).map(({ item, affected, givenUp }) => {
      // A problem may have other places, such as the one in a library where a script stopped.
      const others = [
        ...linksOf(item.related ?? [], sideOf(item)),
        ...(givenUp ? linksOf([givenUp], sideOf(givenUp)) : []),
      ];
      const remark = ofItem(item, weight, source, sideOf(item), others);
      return { ...remark, message: messageFor(item, affected), affected };
    });
  };
  return [
    ...ofProblems(report.problems, "problem", "problem"),
    ...report.findings.map((item) => ofItem(item, item.severity, "finding", "files", linksOfFinding(item))),
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
  const { help = caveat, code = "", suggestion = suggestedWord(item) }: Partial<Problem> = "code" in item ? item : {};
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
    affected: [],
    item,
  };
}

/** Returns the word that `help` suggests, if the place of the problem is a single word; undefined otherwise. */
function suggestedWord({ help = "", excerpt }: Partial<Problem>): string | undefined {
  const there = excerpt && [...excerpt.text].slice(excerpt.start, excerpt.end).join("");
  return /^\w+$/.test(there ?? "") ? /^(?:did you mean|write) `(\w+)`\??$/.exec(help)?.[1] : undefined;
}

/** Returns the places of items with their messages. Items without a place are left out. */
function linksOf(items: readonly (PlaceFields & { message: string })[], side: Side): Linked[] {
  return items.flatMap((item) => {
    const place = placeOf(item, side);
    return place === undefined ? [] : [{ message: item.message, place }];
  });
}

/** Returns the other places of a finding, including that of the value that led to its file. */
function linksOfFinding({ related, via }: Finding): Linked[] {
  return linksOf([...related, ...(via === undefined ? [] : [{ ...via, message: "named here" }])], "files");
}

/** Returns the group that contains the path of a problem. */
export function sideOf({ in_rules = false }: Pick<Problem, "in_rules">): Side {
  return in_rules ? "rules" : "files";
}

/** Returns the remark of the same rule, file and source that has the same place, or else the same message. */
export function likeIt(remark: RemarkKey, remarks: readonly Remark[]): Remark | undefined {
  const alike = remarks.filter(({ rule, path, source }) => {
    return rule === remark.rule && path === remark.path && source === remark.source;
  });
  // The place first, because a message may contain a value that an edit changed.
  return (
    alike.find(({ place }) => place?.start === remark.place?.start) ??
    alike.find(({ message }) => message === remark.message)
  );
}
