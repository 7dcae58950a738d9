/** Reports: which are requested, and where they are written. */

import { Option } from "commander";
import { type Core, guarded, release } from "../core.js";
import { FORMATS } from "../formats.js";
import { type CoreReport, type Least, portionsOf } from "../report.js";
import { CommandOutputs } from "./command-outputs.js";
import { CANNOT_RUN } from "./exit.js";
import { colorsOn, reportError, type When, warn, width, writeParts } from "./output.js";
import { Refusal } from "./refusal.js";
import { append, choices, oneOf, taking } from "./usage.js";
import { writeFile } from "./write-file.js";

/** A report to write: its format, and the file that it goes to instead of the standard output. */
export interface ReportTarget {
  format: string;
  /** The file; undefined for the standard output. */
  file: string | undefined;
}

/** How a check is reported. */
export interface Reporting {
  /** The reports to write; if empty, a `text` report is written. */
  format: ReportTarget[];
  /** The lowest severity at which a finding fails the run. */
  failOn: string;
  color: When;
  /** True if nothing is printed when all is well. */
  quiet: boolean;
  /** True if a rule that had nothing to check, or gave no reliable result, makes the check incomplete. */
  strict: boolean;
  /** The setting that makes the check strict, in words; by default the option `--strict`. */
  strictBy?: string;
}

/**
 * A shortcoming of a check that is neither a finding nor a problem: rules that had nothing to check or gave no
 * reliable result, or warnings.
 */
interface Unchecked {
  /** The description of the shortcoming. */
  what: string;
  /** Advice on how a strict check can pass; undefined if that is reported elsewhere. */
  help: string | undefined;
}

/** The result of a check: the exit code and the reports. */
export interface ReportConclusion {
  code: number;
  /** True if no rule matched any file. */
  isEmpty: boolean;
  /** True if there are assets whose content no rule reads. */
  hasGaps: boolean;
  /** The reason why a strict check does not pass, if it is not a problem in the report. */
  unchecked: Unchecked | undefined;
  /** The reports, in the order of the request, in portions; a report is generated again each time it is iterated. */
  texts: Iterable<Uint8Array>[];
  /** Frees the report from which `texts` are generated. */
  done(): void;
}

/** The severities, worst first. */
const SEVERITIES = ["error", "warning", "info", "hint"];

const NAMES = FORMATS.map(({ name }): string => name);

export function reports(): Option {
  const option = new Option(
    "--format <NAME[=FILE]>",
    `the format of a report, and the file to write: ${choices(NAMES)}; may be repeated`,
  );
  option.argChoices = NAMES;
  return option.default([]).argParser(append(targetOf));
}

/** Returns the option for the severity that fails a check. */
export function failOn(): Option {
  const option = new Option(
    "--fail-on <LEVEL>",
    "the lowest severity that makes the exit code 1: `error` (the default), `warning`, `info` or `hint`",
  );
  const word = oneOf("--fail-on", SEVERITIES);
  return taking(option, SEVERITIES)
    .default("error")
    .argParser((text) => word(text.toLowerCase()));
}

/** Returns the options that decide whether a rule that had nothing to check, or a warning, makes the exit code 2. */
export function strict(): Option[] {
  return [
    new Option(
      "--strict",
      "exit with code 2 if there are warnings about rules or files, or if a rule had nothing to check because it " +
        "matched no file or extracted no value; for findings of severity `warning`, use --fail-on",
    ).default(false),
    new Option(
      "--no-strict",
      "do not fail because of warnings or rules that had nothing to check, even if the configuration is strict",
    ),
  ];
}

/** Returns the option for less output. */
export function quiet(): Option {
  const option = new Option(
    "-q, --quiet",
    "print no progress and, if the exit code is 0, no text report; print one line if not everything was checked",
  );
  return option.default(false);
}

/** Returns the requested reports, or a `text` report if the list is empty. */
export function targetsOf(format: ReportTarget[]): ReportTarget[] {
  return format.length === 0 ? [{ format: "text", file: undefined }] : format;
}

/**
 * Checks the requested reports, before any work is done for them.
 *
 * @throws {AssayError} When there is no such format.
 * @throws {Refusal} When two reports have the same destination.
 */
export function refuseReports(core: Core, targets: readonly ReportTarget[]): void {
  for (const { format } of targets) {
    guarded(core, () => core.requireFormat(format));
  }
  refuseDouble(targets);
}

/**
 * Checks that every report has its own destination.
 *
 * @throws {Refusal} When two reports have the same destination.
 */
export function refuseDouble(targets: readonly ReportTarget[]): void {
  new CommandOutputs({ reports: filesOf(targets) });
  if (targets.filter(({ file }) => file === undefined).length > 1) {
    throw new Refusal(
      "two reports cannot be written to the standard output",
      "name a file for each report: --format json=FILE",
    );
  }
}

export function filesOf(targets: readonly ReportTarget[]): string[] {
  return targets.flatMap(({ file }) => file ?? []);
}

/**
 * Returns the result of a check with this report, and takes ownership of the report. A check that did not look at
 * everything that `least` requires has the exit code of one that could not run.
 */
export function conclude(
  core: Core,
  report: CoreReport,
  { format, failOn, color, strictBy = "`--strict`" }: Reporting,
  least: Least = "something",
): ReportConclusion {
  const texts = format.map((target) => {
    const colored = target.file === undefined && colorsOn(process.stdout, color);
    const style = { color: colored, width: width(), all: false, failOn };
    return { [Symbol.iterator]: () => portionsOf(core, report, target.format, style) };
  });
  const [any, some, all] = [
    report.exitCode(failOn, "nothing"),
    report.exitCode(failOn, "something"),
    report.exitCode(failOn, "everything"),
  ];
  // The files of a rule may be in another shard.
  const what = any === all || report.isPart ? "" : describeUnchecked(report);
  // If no rule checked anything, the exit code reports that already.
  const unchecked = what === "" ? undefined : { what, help: any === some ? helpOf(report, strictBy) : undefined };
  const done = () => release(core, report);
  return {
    code: report.exitCode(failOn, least),
    isEmpty: any !== some,
    hasGaps: report.hasGaps,
    unchecked,
    texts,
    done,
  };
}

/** Writes the reports to their destinations, and returns the exit code: 2 if a report could not be written. */
export async function deliver(reporting: Reporting, conclusion: ReportConclusion): Promise<number> {
  try {
    return await deliverAll(reporting, conclusion);
  } finally {
    conclusion.done();
  }
}

async function deliverAll(reporting: Reporting, conclusion: ReportConclusion): Promise<number> {
  const { format, quiet } = reporting;
  const { code, texts } = conclusion;
  let missed = false;
  let isReported = false;
  for (const [place, { file, format: name }] of format.entries()) {
    const text = texts[place] ?? [];
    if (file !== undefined) {
      missed = !(await writeFile(file, text)) || missed;
    } else if (!quiet || code !== 0 || name !== "text") {
      isReported = true;
      missed = !(await writeParts(text)) || missed;
    }
  }
  reportUnchecked(reporting, conclusion, isReported);
  return missed ? CANNOT_RUN : code;
}

/**
 * Reports why a strict check does not pass, if that decides the exit code or no report on the standard output contains
 * it.
 */
function reportUnchecked({ strict }: Reporting, { unchecked }: ReportConclusion, isReported: boolean): void {
  if (unchecked === undefined) {
    return;
  }
  if (strict) {
    reportError(`the check fails because it is strict: ${unchecked.what}`, unchecked.help);
  } else if (!isReported) {
    warn(`${unchecked.what}; for details, print a text report: --format text`);
  }
}

/** Returns the reasons why a check would not pass strictly, on one line; empty if it would pass. */
function describeUnchecked(report: CoreReport): string {
  const { remarks } = report;
  const isOpen = report.hasIdleRules || report.hasVainRules;
  return [
    isOpen ? `not everything was checked, rules: ${report.rules()}` : [],
    remarks === 0 ? [] : `${remarks} ${remarks === 1 ? "warning" : "warnings"}`,
  ]
    .flat()
    .join("; ");
}

/** Returns advice on how a strict check can pass. A rule that is wrong should be fixed, not switched off. */
function helpOf(report: CoreReport, strictBy: string): string {
  const ways = [
    report.hasIdleRules
      ? "correct the rules that had nothing to check, or switch them off (`severity: {NAME: off}`)"
      : [],
    report.hasVainRules ? "fix the rules that gave no reliable result, as the warnings explain" : [],
  ].flat();
  const mends = ways.length === 0 ? ["fix the warnings"] : ways;
  return [...mends, `or check without ${strictBy}`].join(", ");
}

/** Parses `NAME` or `NAME=FILE`. */
export function targetOf(text: string): ReportTarget {
  const at = text.indexOf("=");
  if (at < 0) {
    return { format: text, file: undefined };
  }
  const file = text.slice(at + 1);
  if (file === "") {
    throw new Refusal(`\`--format ${text}\` names no file after the \`=\``);
  }
  const [, other] = /,(\w+)(?:=|$)/.exec(file) ?? [];
  if (other !== undefined && NAMES.includes(other)) {
    const each = text.split(",").map((one) => `--format ${one}`);
    throw new Refusal(`\`--format\` takes one report, not \`${text}\``, `repeat it for each report: ${each.join(" ")}`);
  }
  return { format: text.slice(0, at), file };
}
