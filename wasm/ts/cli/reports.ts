/** Reports: which are asked for, and where they go. */

import { Option } from "commander";
import { type Core, guarded } from "../core.js";
import type { CoreReport } from "../report.js";
import { CANNOT_RUN } from "./exit.js";
import { colorsOn, type When, width, write, writeFile } from "./output.js";
import { OwnFiles } from "./own-files.js";
import { Refusal } from "./refusal.js";
import { append, oneOf, taking } from "./usage.js";

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
}

/** What a check ends with. */
export interface Conclusion {
  /** The process's exit code. */
  code: number;
  /** Whether there was no file that any rule wants. */
  isEmpty: boolean;
  /** The reports, in the order in which they were asked for. */
  texts: Uint8Array[];
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

/** What a check ends with that came to this report; a run over no file is as bad as one that could not be done, unless allowed. */
export function conclude(report: CoreReport, { format, failOn, color }: Reporting, allowEmpty = false): Conclusion {
  const texts = format.map((target) => {
    const colored = target.file === undefined && colorsOn(process.stdout, color);
    return report.render(target.format, colored, width(), false);
  });
  const isEmpty = report.exitCode(failOn, true) !== report.exitCode(failOn, false);
  return { code: report.exitCode(failOn, allowEmpty), isEmpty, texts };
}

/** Writes the reports to where they were asked for, and returns the exit code: one that is not written is missed. */
export async function deliver({ format, quiet }: Reporting, { code, texts }: Conclusion): Promise<number> {
  let missed = false;
  for (const [place, { file, format: name }] of format.entries()) {
    const text = texts[place] ?? new Uint8Array();
    if (file !== undefined) {
      missed = !writeFile(file, text) || missed;
    } else if (!(quiet && code === 0 && name === "text")) {
      missed = !(await write(text)) || missed;
    }
  }
  return missed ? CANNOT_RUN : code;
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
  return { format: text.slice(0, at), file };
}
