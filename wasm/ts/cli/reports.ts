/** Reports: which are asked for, and where they go. */

import { Option } from "commander";
import { type Core, guarded, release } from "../core.js";
import { type CoreReport, type Least, portionsOf } from "../report.js";
import { CANNOT_RUN } from "./exit.js";
import { colorsOn, complain, type When, warn, width, writeParts } from "./output.js";
import { OwnFiles } from "./own-files.js";
import { Refusal } from "./refusal.js";
import { append, oneOf, taking } from "./usage.js";
import { writeFile } from "./write-file.js";

/** A report to write: its format, and the file that it goes to instead of the standard output. */
export interface Target {
  /** Name of the format. */
  format: string;
  /** The file. */
  file: string | undefined;
}

/** How a check is reported. */
export interface Reporting {
  /** The reports to write; a text when there is none. */
  format: Target[];
  /** The severity from which a finding fails the run. */
  failOn: string;
  /** Whether to use colours. */
  color: When;
  /** Whether to say nothing when all is well. */
  quiet: boolean;
  /** Whether a rule that had nothing to check, or cannot tell right from wrong, makes the check incomplete. */
  strict: boolean;
  /** What says that it does, in words; the option unless told otherwise. */
  strictBy?: string;
}

/** What is to be said where no finding and no problem does: of rules that found nothing and prove nothing, of warnings. */
interface Unchecked {
  /** What is the matter. */
  what: string;
  /** What can be done so that a strict check passes; nothing where that is told elsewhere. */
  help: string | undefined;
}

/** What a check ends with. */
export interface Conclusion {
  /** The process's exit code. */
  code: number;
  /** Whether there was no file that any rule wants. */
  isEmpty: boolean;
  /** Where no problem says why not everything was checked and well: what does. */
  unchecked: Unchecked | undefined;
  /** The reports, in the order in which they were asked for, portion by portion: each is made whenever it is gone through. */
  texts: Iterable<Uint8Array>[];
  /** Frees what they are made of. */
  done(): void;
}

/** The severities, worst first. */
const SEVERITIES = ["error", "warning", "info", "hint"];

/** The formats, for shells: which there are, the engine says. */
const FORMATS = ["text", "json", "jsonl", "sarif", "junit", "github", "html", "markdown"];

/** The option that says which reports to write. */
export function reports(): Option {
  const option = new Option(
    "--format <NAME[=FILE]>",
    "the report to write, and where to: `text` (the default), `json`, `jsonl`, `sarif`, `junit`, `github`, `html` or " +
      "`markdown`; may be repeated",
  );
  option.argChoices = [...FORMATS];
  return option.default([]).argParser(append(targetOf));
}

/** The option that says what fails a check. */
export function failOn(): Option {
  const option = new Option(
    "--fail-on <LEVEL>",
    "what makes the exit code 1: `error` (the default), `warning`, `info` or `hint`",
  );
  const word = oneOf("--fail-on", SEVERITIES);
  return taking(option, SEVERITIES)
    .default("error")
    .argParser((text) => word(text.toLowerCase()));
}

/** The options that say whether a rule that had nothing to check, or any other warning, makes the exit code 2. */
export function strict(): Option[] {
  return [
    new Option(
      "--strict",
      "what was not checked makes the exit code 2, also a rule that matched no file or extracted no value, and so does " +
        "any other warning",
    ).default(false),
    new Option(
      "--no-strict",
      "a rule that had nothing to check, or a warning, does not, whatever the configuration says",
    ),
  ];
}

/** The option that has little said. */
export function quiet(): Option {
  const option = new Option(
    "-q, --quiet",
    "no progress, and no text when the exit code is 0, but for a line when not everything was checked",
  );
  return option.default(false);
}

/** The reports that are asked for: without any, a text. */
export function targetsOf(format: Target[]): Target[] {
  return format.length === 0 ? [{ format: "text", file: undefined }] : format;
}

/**
 * Looks at the reports that are asked for, before anything is done for them.
 *
 * @throws {AssayError} When there is no such format.
 * @throws {Refusal} When two of them would be mixed up.
 */
export function refuseReports(core: Core, targets: readonly Target[]): void {
  for (const { format } of targets) {
    guarded(core, () => core.requireFormat(format));
  }
  refuseDouble(targets);
}

/**
 * Looks whether reports go to places of their own.
 *
 * @throws {Refusal} When two of them would be mixed up.
 */
export function refuseDouble(targets: readonly Target[]): void {
  new OwnFiles({ reports: filesOf(targets) });
  if (targets.filter(({ file }) => file === undefined).length > 1) {
    throw new Refusal("two reports cannot go to the standard output", "name a file for each: --format json=FILE");
  }
}

/** The files that reports go to. */
export function filesOf(targets: readonly Target[]): string[] {
  return targets.flatMap(({ file }) => file ?? []);
}

/**
 * What a check ends with that came to this report, which is its own from then on; one that did not look at what it had to is as bad as
 * one that could not be done.
 */
export function conclude(
  core: Core,
  report: CoreReport,
  { format, failOn, color, strictBy = "`--strict`" }: Reporting,
  least: Least = "something",
): Conclusion {
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
  // Rules of a part may have their files in another one.
  const what = any === all || report.isPart ? "" : whatIsOpen(report);
  // That nothing at all was checked is the result itself.
  const unchecked = what === "" ? undefined : { what, help: any === some ? helpOf(report, strictBy) : undefined };
  const done = () => release(core, report);
  return { code: report.exitCode(failOn, least), isEmpty: any !== some, unchecked, texts, done };
}

/** Writes the reports to where they were asked for, and returns the exit code: one that is not written is missed. */
export async function deliver(reporting: Reporting, conclusion: Conclusion): Promise<number> {
  try {
    return await deliverAll(reporting, conclusion);
  } finally {
    conclusion.done();
  }
}

async function deliverAll(reporting: Reporting, conclusion: Conclusion): Promise<number> {
  const { format, quiet } = reporting;
  const { code, texts } = conclusion;
  let missed = false;
  let isTold = false;
  for (const [place, { file, format: name }] of format.entries()) {
    const text = texts[place] ?? [];
    if (file !== undefined) {
      missed = !(await writeFile(file, text)) || missed;
    } else if (!quiet || code !== 0 || name !== "text") {
      isTold = true;
      missed = !(await writeParts(text)) || missed;
    }
  }
  tellUnchecked(reporting, conclusion, isTold);
  return missed ? CANNOT_RUN : code;
}

/** Says that not everything was checked and well, where that alone decides on the exit code, or no report on the standard output tells it. */
function tellUnchecked({ strict }: Reporting, { unchecked }: Conclusion, isTold: boolean): void {
  if (unchecked === undefined) {
    return;
  }
  if (strict) {
    complain(`a strict check wants more: ${unchecked.what}`, unchecked.help);
  } else if (!isTold) {
    warn(`${unchecked.what}; a text report names each`);
  }
}

/** What keeps a check from being strictly well, in a line. */
function whatIsOpen(report: CoreReport): string {
  const { remarks } = report;
  const isOpen = report.hasIdleRules || report.hasVainRules;
  return [
    isOpen ? `not everything was checked, rules: ${report.rules()}` : [],
    remarks === 0 ? [] : `${remarks} ${remarks === 1 ? "warning" : "warnings"}`,
  ]
    .flat()
    .join("; ");
}

/** What to do about it: a rule that is wrong is not to be switched off. */
function helpOf(report: CoreReport, strictBy: string): string {
  const ways = [
    report.hasIdleRules ? "switch off the rules that have nothing to do here (`severity: {NAME: off}`)" : [],
    report.hasVainRules ? "mend the rules that cannot tell right from wrong, as the warnings say" : [],
  ].flat();
  const mends = ways.length === 0 ? ["mend what the warnings say"] : ways;
  return [...mends, `or do without ${strictBy}`].join(", ");
}

/** Reads `NAME` or `NAME=FILE`. */
export function targetOf(text: string): Target {
  const at = text.indexOf("=");
  if (at < 0) {
    return { format: text, file: undefined };
  }
  const file = text.slice(at + 1);
  if (file === "") {
    throw new Refusal(`\`--format ${text}\` names no file behind the \`=\``);
  }
  const [, other] = /,(\w+)(?:=|$)/.exec(file) ?? [];
  if (other !== undefined && FORMATS.includes(other)) {
    const each = text.split(",").map((one) => `--format ${one}`);
    throw new Refusal(`\`--format\` takes one report, not \`${text}\``, `say it again for each: ${each.join(" ")}`);
  }
  return { format: text.slice(0, at), file };
}
