/** The options of `assay report`, and its help. */

import { Argument, Option } from "commander";
import { type BaselineOptions, baselineOptions } from "../baseline.js";
import type { CommandForm } from "../command.js";
import type { NamedOptions } from "../named-options.js";
import { failOn, quiet, type Reporting, reports, strict } from "../reports.js";
import { allowPath, color, config } from "../usage.js";

/** The options of `assay report` on the command line, before the configuration is applied. */
export interface ReportRequest extends Reporting, BaselineOptions {
  /** The options that the command line names, as opposed to defaults. */
  given: NamedOptions;
  /** The saved reports; `-` is the standard input. */
  files: string[];
  /** True if the reports are parts of one run. */
  merge: boolean;
  /** True if it is accepted that no rule matched any file. */
  allowEmpty: boolean;
}

/** Returns the options for how a report of a whole check is shown. */
export function showing(): Option[] {
  return [
    reports(),
    failOn(),
    ...strict(),
    ...baselineOptions(),
    new Option("--allow-empty", "do not fail if no rule matched any file").default(false),
    config(),
    allowPath(),
    color(),
    quiet(),
  ];
}

export const REPORT: CommandForm<ReportRequest> = {
  name: "report",
  usage: "[OPTIONS] FILE\n       assay report [OPTIONS] --merge FILE...",
  summary: "show a saved report again, or merge reports",
  description:
    "Shows a report that `assay check --format json=FILE` has saved, in any format. Or merges the reports of the parts of " +
    "a check (`assay check --shard`).",
  arguments: { files: new Argument("<FILE...>", "the saved report, in JSON; `-` for the standard input") },
  options: () => [new Option("--merge", "merge the reports of all parts of a check").default(false), ...showing()],
  details: `
Exit codes, the same as for a check:
  0  no findings at or above --fail-on
  1  findings at or above --fail-on
  2  incomplete: not everything was checked, the file is not a report, or a part is missing.
     With --strict, also a rule that had nothing to check, or any warning`,
  examples: [
    "assay report report.json",
    "assay report report.json --format html=report.html --format markdown",
    "assay report --merge part-*.json --format sarif=assay.sarif",
    "assay report --merge part-*.json --baseline known.json",
  ],
};
