/** The options of `assay check`, which `assay config` takes as well. */

import { Argument, type Command as Commander, Option } from "commander";
import type { PackageLimits } from "../../package.js";
import type { SourceProblem } from "../../source.js";
import { type BaselineOptions, baselineOptions } from "../baseline.js";
import type { Boundary } from "../boundary.js";
import { isFolder } from "../files.js";
import { givenTo, withoutRefused } from "../given.js";
import { Refusal } from "../refusal.js";
import { failOn, quiet, type Reporting, reports, strict } from "../reports.js";
import { allowPath, color, config, configured, examples, jobs, noIgnore, withOptions } from "../usage.js";
import {
  type Asked,
  type AskedFiles,
  archiveLimit,
  type Configured,
  type Running,
  rules,
  scriptLimit,
} from "./common.js";

/** The options of `assay check`. */
export interface CheckOptions extends Running, Reporting, Configured, BaselineOptions {
  /** The folder under check. */
  root: string;
  /** The files and folders in `root` that alone are checked, as they were named; undefined for all files. */
  files: readonly string[] | undefined;
  /** The limits for archives. */
  limit: PackageLimits;
  /** Rule files, and folders of them. */
  rules: string[];
  /** The folders that rules may read. */
  readable: Boundary;
  /** True if a report of the configuration may replace any file. */
  force: boolean;
  /** True if comments with `assay-ignore` hide findings. */
  ignoreComments: boolean;
  /** The number of files that are checked at once. */
  jobs: number;
  /** True if the report lists how long each step took. */
  timings: boolean;
  /** True if it is accepted that no rule matches any file. */
  allowEmpty: boolean;
  /** The part of the files that is checked; undefined for all files. */
  shard: ShardOption | undefined;
  /** The file, or the folder with the file, in which results are kept for later checks. */
  cache: string | undefined;
  /** True if the check is repeated whenever something changes. */
  watch: boolean;
  /** Those of the files that are written or kept that the configuration names. */
  configured: readonly string[];
  /** Problems of the configuration, for the report. */
  remarks: readonly SourceProblem[];
}

/** A part of the files. */
export interface ShardOption {
  /** The number of the part, from 1. */
  number: number;
  /** The number of parts. */
  of: number;
}

/** The options of `assay check` on the command line, before the configuration is applied. */
export type CheckRequest = Asked &
  Omit<CheckOptions, "root" | "readable" | "config" | "ignoring" | "outputs" | "configured" | "remarks" | "strictBy"> &
  AskedFiles;

/** The options of `assay config` on the command line, before the configuration is applied. */
export type ConfigRequest = CheckRequest & {
  /** True if the output is JSON. */
  json: boolean;
};

/** The folder of `check`, and files in it. */
const PLACES: readonly Argument[] = [
  new Argument(
    "[ROOT]",
    "the folder to check; that of the configuration unless told otherwise, or, for files, else where you are",
  ),
  new Argument(
    "[FILE...]",
    "files in it, or folders, which alone are checked; all others count for what these are compared with",
  ),
];

/** Returns the arguments of `command`, other than options: a folder first, if there is one, and then files. */
function placesOf(first: string | undefined, rest: readonly string[], command: Commander) {
  const [root, named] = first === undefined || isFolder(first) ? [first, rest] : [undefined, [first, ...rest]];
  return { root, files: named.length === 0 ? undefined : named, given: givenTo(command, { root }) };
}

/** The options alone. */
type OptionsOf<T> = Omit<T, "root" | "files" | "given">;

/** Adds `assay check`. */
export function addCheck(program: Commander, choose: (options: CheckRequest) => void): void {
  const check = configured(program.command("check"))
    .usage("[OPTIONS] --rules PATH ROOT [FILE...]\n       assay check [OPTIONS] [FILE...]")
    .summary("check the files of a folder against rules")
    .description(
      "Checks the files of a folder against rules, and reports what breaks them. What is not said here is what the " +
        "project's configuration says, `assay.yaml`.",
    )
    .addHelpText("after", CHECK_HELP)
    .action((first: string | undefined, rest: string[], options: OptionsOf<CheckRequest>, command: Commander) => {
      choose({ ...withoutRefused(options, command), ...placesOf(first, rest, command) });
    });
  PLACES.forEach((place) => void check.addArgument(place));
  withOptions(check, CHECK_OPTIONS);
}

/** Adds `assay config`. */
export function addConfig(program: Commander, choose: (options: ConfigRequest) => void): void {
  const command = configured(program.command("config"))
    .usage("[OPTIONS] [ROOT] [FILE...]")
    .summary("show what is in force, and who says so")
    .description(
      "Shows what `assay check` would do: each setting with the place in `assay.yaml` or the option that it is from. " +
        "It takes the same options.",
    )
    .addHelpText("after", CONFIG_HELP)
    .action((first: string | undefined, rest: string[], options: OptionsOf<ConfigRequest>, command: Commander) => {
      choose({ ...withoutRefused(options, command), ...placesOf(first, rest, command) });
    });
  PLACES.forEach((place) => void command.addArgument(place));
  withOptions(command, [...CHECK_OPTIONS, new Option("--json", "as JSON").default(false)]);
}

/** The options of `check`: their names and values, what the help says of them, and what they are without being named. */
const CHECK_OPTIONS: readonly Option[] = [
  rules(),
  config(),
  allowPath(),
  noIgnore(),
  new Option("--no-ignore-comments", "show also the findings that comments with `assay-ignore` hide"),
  reports(),
  jobs(),
  failOn(),
  ...strict(),
  ...baselineOptions(),
  new Option("--allow-empty", "accept that no rule matches any file").default(false),
  scriptLimit(),
  archiveLimit(),
  color(),
  new Option(
    "--shard <I/N>",
    "check only the I-th of N parts of the files; `assay report --merge` makes one report of all",
  ).argParser(shardOf),
  new Option("--cache <FILE>", "keep results here, and check only what has changed since; a file, or a folder for it"),
  new Option("--no-cache", "no results are kept or used, whatever the configuration says"),
  new Option("--force", "let a report that the configuration names replace a file that is no earlier report").default(
    false,
  ),
  new Option("--watch", "check again whenever a file, a rule or the configuration changes, until interrupted").default(
    false,
  ),
  new Option("--timings", "measure, and have the report say how long each step and each rule took").default(false),
  quiet(),
];

const CHECK_HELP = `
Exit codes:
  0  nothing was found at or above --fail-on, and nothing went wrong
  1  something was found
  2  not everything could be checked: wrong usage, an invalid rule, an unreadable file, no file
     that any rule wants; with --strict, a rule that had nothing to check, or any
     warning
${examples([
  "assay check",
  "assay check --rules rules assets",
  "assay check --rules rules/naming.yaml --rules rules/textures --fail-on warning assets",
  "assay check assets/ui/lamp.xml assets/ui/city.xml",
  "assay check --rules rules --format text --format html=report.html assets",
  "assay check --rules rules --baseline known.json --update-baseline assets",
  "assay check --rules rules --script-limit operations=50000000 assets",
  "assay check --strict --quiet",
  "assay check --cache .cache/assay",
  "assay check --shard 1/4 --format json=part-1.json",
  "assay check --watch",
])}`;

const CONFIG_HELP = `
Exit codes:
  0  done
  2  the configuration cannot be used
${examples(["assay config", "assay config --fail-on warning", "assay config --config ci/assay.yaml --json"])}`;

/** The maximum number of parts; a larger number is taken for a typing error. */
const MAX_SHARDS = 10_000;

function shardOf(text: string): ShardOption {
  const [, number = 0, of = 0] = /^(\d{1,9})\/(\d{1,9})$/.exec(text)?.map(Number) ?? [];
  if (of > MAX_SHARDS) {
    throw new Refusal(`\`--shard ${text}\` cuts a check into too many parts: there are ${MAX_SHARDS} at most`);
  }
  if (number < 1 || number > of) {
    throw new Refusal(
      `\`--shard\` takes the number of a part and that of all parts, not \`${text}\``,
      "for example, for the second of four: --shard 2/4",
    );
  }
  return { number, of };
}
