/** Conversion rules for display: their results for all files in an overview, and for one file down to the last rule. */

import type { ConversionEntry, Report, Severity } from "../../types.js";
import type { Pipeline } from "./pipeline.js";

/** The result of the rules for a file, in few words; empty if no rule sets a field that matters. */
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

/** A file in the overview. */
export interface ConversionRow {
  /** Its path. */
  path: string;
  /** The result of the rules for the file. */
  kind: ConversionKind;
  /** The converter that builds the file. */
  converter?: string | undefined;
  /** For a built file, the path of its source. */
  source?: string | undefined;
}

/** A problem, finding, warning or hint of a check. */
export interface ConversionRemark {
  /** The severity of the remark. */
  severity: Severity;
  /** The message, in one sentence. */
  message: string;
  /** Advice on what to do, if there is any. */
  help?: string | undefined;
  /** The file, if it is one file. */
  path?: string | undefined;
  /** Line in it, from 1. */
  line?: number | undefined;
  /** Column in UTF-16 units, from 1. */
  column?: number | undefined;
}

/** An overview of all files of a project, with the remarks about them and about the rules. */
export interface PipelineSurvey {
  /** The paths of the rule files, in order. */
  ruleFiles: readonly string[];
  /** The other files, by path. */
  rows: ConversionRow[];
  /** The remarks of a check, the most severe first. */
  told: ConversionRemark[];
}

/** The result for a file and, if the file is built, for its source. */
export interface ConversionDetail {
  /** The result of the rules for the file. */
  entry: ConversionEntry;
  /**
   * The result of the rules for its source, which may not exist. Undefined if the source is the file itself, or is
   * outside of the root.
   */
  source?: ConversionEntry;
}

/** Returns true if a file is one of conversion rules, by its name. */
export function isConversionRules(path: string): boolean {
  return /(?:^|\/)asset_rules\.xml$/.test(path);
}

/** Returns the kind of a file. */
export function kindOf({ path, asset, root, excluded, source, undecided, said }: ConversionEntry): ConversionKind {
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

/** Returns an overview of all files. */
export function surveyOf(pipeline: Pipeline): PipelineSurvey {
  const rows = Array.from(pipeline, (entry): ConversionRow => {
    const { path, converter, source } = entry;
    return { path, converter, source, kind: kindOf(entry) };
  });
  return { ruleFiles: [...pipeline.ruleFiles], rows, told: remarksOf(pipeline.check()) };
}

/** Returns the result for the file at `path`, which may not exist. */
export function explanationOf(pipeline: Pipeline, path: string): ConversionDetail {
  const entry = pipeline.explain(path);
  const { source } = entry;
  const hasNone = source === undefined || source === entry.path || leavesRoot(source);
  return hasNone ? { entry } : { entry, source: pipeline.explain(source) };
}

/** Returns true if the source that a rule names for a built file is not in the root. */
export function leavesRoot(source: string): boolean {
  return source === "" || source.split("/").includes("..");
}

const SEVERITIES = ["error", "warning", "info", "hint"] as const satisfies readonly Severity[];

function remarksOf({ problems, findings, warnings, hints }: Report): ConversionRemark[] {
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
