/** Conversion rules for those who look at them: what they make of all files at a glance, and of one to the last rule. */

import type { Pipeline } from "./pipeline.js";
import type { ConversionEntry, Report, Severity } from "./types.js";

/** What a file is by the rules, in few words; nothing when none says anything that counts. */
export type ConversionKind =
  | "rules"
  | "undecided"
  | "built"
  | "built, excluded"
  | "built, asset"
  | "built, root asset"
  | "excluded"
  | "root asset"
  | "asset"
  | "no asset"
  | "";

/** A file at a glance. */
export interface ConversionRow {
  /** Its path. */
  path: string;
  /** What it is. */
  kind: ConversionKind;
  /** What builds it. */
  converter?: string | undefined;
  /** For a built file, the path of its source. */
  source?: string | undefined;
}

/** Something that a check tells. */
export interface ConversionRemark {
  /** How grave it is. */
  severity: Severity;
  /** What is wrong, in one sentence. */
  message: string;
  /** What to do about it, where that is known. */
  help?: string | undefined;
  /** The file, if it is one file. */
  path?: string | undefined;
  /** Line in it, from 1. */
  line?: number | undefined;
  /** Column in UTF-16 units, from 1. */
  column?: number | undefined;
}

/** All files of a project at a glance, and what is wrong with them and with the rules. */
export interface PipelineSurvey {
  /** The paths of the rule files, in order. */
  ruleFiles: readonly string[];
  /** The other files, by path. */
  rows: ConversionRow[];
  /** What a check tells, the gravest first. */
  told: ConversionRemark[];
}

/** A file, and of a built one its source. */
export interface ConversionDetail {
  /** What comes of the file. */
  entry: ConversionEntry;
  /** What comes of its source, be it there or not; nothing when that is the file itself, or lies out of the root. */
  source?: ConversionEntry;
}

/** Whether a file holds conversion rules. */
export function isConversionRules(path: string): boolean {
  return /(?:^|\/)asset_rules\.xml$/.test(path);
}

/** What a file is. */
export function whatIs({ path, asset, root, excluded, source, undecided, said }: ConversionEntry): ConversionKind {
  if (isConversionRules(path)) {
    return "rules";
  }
  if (undecided !== undefined) {
    return "undecided";
  }
  const own = root ? "root asset" : "asset";
  if (source !== undefined) {
    if (excluded) {
      return "built, excluded";
    }
    return asset ? `built, ${own}` : "built";
  }
  if (excluded || asset) {
    return excluded ? "excluded" : own;
  }
  return Object.keys(said).length > 0 ? "no asset" : "";
}

/** All files at a glance. */
export function surveyOf(pipeline: Pipeline): PipelineSurvey {
  const rows = Array.from(pipeline, (entry): ConversionRow => {
    const { path, converter, source } = entry;
    return { path, converter, source, kind: whatIs(entry) };
  });
  return { ruleFiles: pipeline.ruleFiles, rows, told: toldBy(pipeline.check()) };
}

/** The file at `path`, be it there or not. */
export function explanationOf(pipeline: Pipeline, path: string): ConversionDetail {
  const entry = pipeline.explain(path);
  const { source } = entry;
  const hasNone = source === undefined || source === entry.path || leavesRoot(source);
  return hasNone ? { entry } : { entry, source: pipeline.explain(source) };
}

/** Whether the source that a rule tells for a built file is no file of the root. */
export function leavesRoot(source: string): boolean {
  return source === "" || source.split("/").includes("..");
}

const SEVERITIES = ["error", "warning", "info", "hint"] as const satisfies readonly Severity[];

function toldBy({ problems, findings, warnings, hints }: Report): ConversionRemark[] {
  const all = [
    ...problems.map((problem) => remarkOf("error", problem)),
    ...findings.map((finding) => remarkOf(finding.severity, finding)),
    ...warnings.map((warning) => remarkOf("warning", warning)),
    ...hints.map((hint) => remarkOf("hint", hint)),
  ];
  return SEVERITIES.flatMap((severity) => all.filter((remark) => remark.severity === severity));
}

function remarkOf(severity: Severity, { message, help, path, line, column }: Omit<ConversionRemark, "severity">) {
  return { severity, message, help, path, line, column };
}
