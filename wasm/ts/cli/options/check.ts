/** The options of `assay check` and `assay config`. */

import { Argument, type Command as Commander, Option } from "commander";
import type { RuleChoice } from "../../api.js";
import type { Run } from "../../drive.js";
import type { SourceProblem } from "../../source.js";
import type { PackageLimits } from "../../systems/package/package.js";
import { archiveLimit } from "../archive-limits.js";
import { type BaselineOptions, baselineOptions } from "../baseline.js";
import type { Boundary } from "../boundary.js";
import { cachePathOf } from "../cache/file.js";
import { type ChoiceOptions, choosing } from "../choice.js";
import type { CommandForm } from "../command.js";
import { baselineFor } from "../config/baseline.js";
import type { Chosen, InForce, SettingValue } from "../config/in-force.js";
import { isFolder } from "../inputs.js";
import { namedOptionsOf } from "../named-options.js";
import { Refusal } from "../refusal.js";
import { failOn, quiet, type Reporting, type ReportTarget, reports, strict } from "../reports.js";
import { allowPath, color, config, jobCount, jobs, noIgnore } from "../usage.js";
import { type Configured, type FileOptions, type ParsedOptions, type Running, rules, scriptLimit } from "./common.js";

export interface CheckOptions extends Running, Reporting, Configured, BaselineOptions, ChoiceOptions {
  root: string;
  /** The only files and folders in `root` to check, as they were named; undefined for all files. */
  files: readonly string[] | undefined;
  limit: PackageLimits;
  /** Rule files, and folders of them. */
  rules: string[];
  readable: Boundary;
  /** The choices of rules; each of them applies. */
  choices: readonly RuleChoice[];
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
  /** The version since which changes are checked: `git:` and a commit, or a folder; undefined for a whole check. */
  changes: string | undefined;
  /** The folder of `assay step` with the project that the files are an addition to; undefined for a whole project. */
  against: string | undefined;
  /** True if the check is repeated whenever something changes. */
  watch: boolean;
  /** The output and cache files that the configuration names. */
  configured: readonly string[];
  /** Problems of the configuration, for the report. */
  remarks: readonly SourceProblem[];
}

export interface ShardOption {
  /** The number of the part, from 1. */
  number: number;
  /** The number of parts. */
  of: number;
}

/** The options of `assay check` on the command line, before the configuration is applied. */
export type CheckRequest = ParsedOptions &
  Omit<
    CheckOptions,
    "root" | "readable" | "config" | "choices" | "ignoring" | "outputs" | "configured" | "remarks" | "strictBy"
  > &
  FileOptions;

/** The options of `assay config` on the command line, before the configuration is applied. */
export type ConfigRequest = CheckRequest & {
  json: boolean;
};

/** The folder of `check`, and files in it. */
const PLACES = {
  root: new Argument(
    "[ROOT]",
    "the folder to check; by default `root` of the configuration or, if files are named, the current folder",
  ),
  files: new Argument(
    "[FILE...]",
    "check only these files or folders; other files are still read to compare values with them",
  ),
};

/** Completes options with the arguments: a folder first, if there is one, and then files. */
function withPlaces<T extends CheckRequest>(read: T, command: Commander): T {
  const { root: first, files: rest = [] } = read;
  const [root, named] = first === undefined || isFolder(first) ? [first, rest] : [undefined, [first, ...rest]];
  return { ...read, root, files: named.length === 0 ? undefined : named, given: namedOptionsOf(command, { root }) };
}

export function checkForm(settings = CHECK_SETTINGS): CommandForm<CheckRequest> {
  return {
    name: "check",
    usage: "[OPTIONS] --rules PATH ROOT [FILE...]\n       assay check [OPTIONS] [FILE...]",
    summary: "check the files of a folder against rules",
    description:
      "Checks the files of a folder against rules, and reports the findings. Options that are not given are read from the " +
      "configuration of the project, `assay.yaml`.",
    arguments: PLACES,
    options: () => optionsOf(settings),
    complete: withPlaces,
    details: CHECK_CODES,
    examples: [
      "assay check",
      "assay check --rules rules assets",
      "assay check --rules assay:gltf --rules rules/naming.yaml --fail-on warning assets",
      "assay check --tag fast --skip-rule 'name-*'",
      "assay check assets/ui/lamp.xml assets/ui/city.xml",
      "assay check --rules rules --format text --format html=report.html assets",
      "assay check --rules rules --baseline known.json --update-baseline assets",
      "assay check --rules rules --script-limit operations=50000000 assets",
      "assay check --strict --quiet",
      "assay check --cache .cache/assay",
      "assay check --shard 1/4 --format json=part-1.json",
      "assay check --changes git:main",
      "assay check --against /shared/check delivery",
      "assay check --watch",
    ],
  };
}

export const CONFIG: CommandForm<ConfigRequest> = {
  name: "config",
  summary: "show the settings in force and where each comes from",
  description:
    "Shows the settings that `assay check` would use, each with the option or the place in `assay.yaml` that sets it. " +
    "Takes the same options as `assay check`.",
  arguments: PLACES,
  options: () => [...optionsOf(CHECK_SETTINGS), new Option("--json", "print JSON").default(false)],
  complete: withPlaces,
  details: `
Exit codes:
  0  done
  2  the configuration cannot be used`,
  examples: ["assay config", "assay config --fail-on warning", "assay config --config ci/assay.yaml --json"],
};

function optionsOf(settings: readonly CheckSetting[]): Option[] {
  return settings.flatMap(({ options }) => options);
}

/** A setting of `assay check`: its options, and everything that depends on them. */
export interface CheckSetting {
  /** Its options, in the order of the help. */
  options: readonly Option[];
  /** Its key in the configuration, with the section of the key: `packages.limits`. */
  key?: string;
  /** Returns the value of the option in force, if it can come from a key of the configuration. */
  inForce?(request: CheckRequest, force: InForce): Partial<CheckRequest>;
  /** Returns the rows of `assay config`; without it, those are what the configuration sets for `key`. */
  shown?(request: CheckRequest, force: InForce): readonly SettingValue[];
  /** Returns the values that the outcome for a file depends on: a cache is valid for the same values only. */
  inputs?(options: CheckOptions): readonly CheckInput[];
  /** Returns further values that have to be the same for all shards of a check. */
  shared?(options: CheckOptions): readonly CheckInput[];
  /** Applies the setting to a run, before its first batch. */
  begin?(run: Run, options: CheckOptions): void;
}

/** A value that results depend on, by the name of its option. */
export type CheckInput = readonly [option: string, value: unknown];

/** The settings of `check`, in the order of the help. */
export const CHECK_SETTINGS: readonly CheckSetting[] = [
  { options: [], key: "root", shown: ({ root }, force) => [force.root(root)] },
  {
    options: [],
    key: "files",
    shown: ({ files = [] }) => files.map((value) => ({ value, from: { kind: "option", name: "FILE" } })),
  },
  { options: [rules()], key: "rules", shown: ({ rules }, force) => orDefault(force.rules(rules), undefined) },
  plain(config()),
  plain(allowPath()),
  {
    options: choosing(),
    shown: ({ profile }) =>
      profile === undefined ? [] : [{ value: profile, from: { kind: "option", name: "--profile" } }],
    inputs: ({ choices }) => (choices.length === 0 ? [] : [["--rule", choices]]),
  },
  { options: [], key: "parameters" },
  { options: [], key: "overrides" },
  { options: [], key: "profiles" },
  {
    options: [noIgnore()],
    key: "ignore",
    shown: ({ ignore }, force) => {
      return ignore
        ? force.settingRows("ignore")
        : [{ value: undefined, from: { kind: "option", name: "--no-ignore" } }];
    },
    // The list of files reveals it only if something is ignored.
    shared: ({ ignoring }) => (ignoring === undefined ? [["--no-ignore", true]] : []),
  },
  {
    ...plain(new Option("--no-ignore-comments", "also show the findings that comments with `assay-ignore` hide")),
    shared: ({ ignoreComments }) => (ignoreComments ? [] : [["--no-ignore-comments", true]]),
    begin: (run, { ignoreComments }) => {
      if (!ignoreComments) {
        run.ignoreComments();
      }
    },
  },
  {
    options: [reports()],
    key: "format",
    shown: (request, force) => orDefault(force.format(request.format).map(inWords), "text"),
  },
  { options: [jobs()], ...single("jobs", "jobs", ({ jobs }, force) => force.one("jobs", "jobs", jobs, jobCount)) },
  { options: [failOn()], ...single("fail_on", "failOn", ({ failOn }, force) => force.failOn(failOn)) },
  { options: strict(), ...single("strict", "strict", ({ strict }, force) => force.strict(strict)) },
  {
    options: baselineOptions(),
    key: "baseline",
    shown: (request, force) => [baselineFor(force.root(request.root).value ?? ".", request, force)],
  },
  plain(
    new Option(
      "--changes <SINCE>",
      "report only the findings that were caused by changes since a commit (`git:main`), or since a folder with the " +
        "files as they were before",
    ),
  ),
  plain(
    new Option(
      "--against <DIR>",
      "check the files as an addition to the project that `assay step` has indexed in this folder or bucket",
    ),
  ),
  plain(new Option("--allow-empty", "do not fail if no rule matches any file").default(false)),
  { options: [scriptLimit()], ...limits("limits", "scriptLimit", "--script-limit") },
  { options: [archiveLimit("each archive that is checked")], ...limits("packages.limits", "limit", "--limit") },
  plain(color()),
  plain(
    new Option(
      "--shard <I/N>",
      "check only part I of N parts of the files; `assay report --merge` merges the reports",
    ).argParser(shardOf),
  ),
  {
    ...plain(
      new Option(
        "--cache <FILE>",
        "store results in this file or folder, and check only files that have changed since",
      ),
      new Option("--no-cache", "do not store or use results, even if the configuration names a cache"),
    ),
    ...single("cache", "cache", ({ cache }, force) => force.output("cache", "cache", cache, cachePathOf)),
  },
  plain(
    new Option("--force", "allow reports that the configuration names to overwrite files that are not reports").default(
      false,
    ),
    new Option(
      "--watch",
      "check again whenever a file, a rule or the configuration changes, until interrupted",
    ).default(false),
    new Option("--timings", "report how long each step and each rule took").default(false),
  ),
  plain(quiet()),
];

/** A setting that only the command line has and that nothing in this table depends on. */
function plain(...options: readonly Option[]): CheckSetting {
  return { options };
}

/** A setting with one value, from the option `name` or from `key`; `chosen` returns the value in force. */
function single<Name extends keyof CheckRequest>(
  key: string,
  name: Name,
  chosen: (request: CheckRequest, force: InForce) => Chosen<CheckRequest[Name] & SettingValue["value"]>,
): Pick<CheckSetting, "key" | "inForce" | "shown"> {
  return {
    key,
    inForce: (request, force) => ({ [name]: chosen(request, force).value }),
    shown: (request, force) => [chosen(request, force)],
  };
}

/** Returns the rows of a setting with several values; `value` is its default. */
function orDefault(chosen: readonly SettingValue[], value: string | undefined): readonly SettingValue[] {
  return chosen.length > 0 ? chosen : [{ value, from: { kind: "default" } }];
}

function inWords({ value: { format, file }, from }: Chosen<ReportTarget>): SettingValue {
  return { value: file === undefined ? format : `${format}=${file}`, from };
}

/** A setting with named limits. Each limit is set by the option `name`, which is written `flag`, or by `key`. */
function limits(
  key: string,
  name: "scriptLimit" | "limit",
  flag: string,
): Pick<CheckSetting, "key" | "shown" | "inputs"> {
  return {
    key,
    shown: (request, force) => [
      ...force.settingRows(key).filter(({ of = "" }) => !Object.hasOwn(request[name], of)),
      ...Object.entries(request[name]).map(([of, value]) => ({
        of,
        value,
        from: { kind: "option", name: flag } as const,
      })),
    ],
    inputs: (options) => {
      return Object.entries(options[name])
        .sort()
        .map(([of, value]) => [`${flag} ${of}`, value]);
    },
  };
}

/** Returns the values that the outcome for a file depends on. */
export function inputsOf(options: CheckOptions, settings = CHECK_SETTINGS): CheckInput[] {
  return settings.flatMap((setting) => setting.inputs?.(options) ?? []);
}

/** Returns further values that have to be the same for all shards of a check. */
export function sharedInputsOf(options: CheckOptions, settings = CHECK_SETTINGS): CheckInput[] {
  return settings.flatMap((setting) => setting.shared?.(options) ?? []);
}

/** Applies the settings to a run, before its first batch. */
export function applySettings(run: Run, options: CheckOptions, settings = CHECK_SETTINGS): void {
  for (const setting of settings) {
    setting.begin?.(run, options);
  }
}

/**
 * Checks that no option contradicts `--changes`.
 *
 * @throws {Refusal} When one does.
 */
export function refuseWithChanges({ changes, shard, updateBaseline, watch }: CheckRequest): void {
  const others = { "--shard": shard !== undefined, "--update-baseline": updateBaseline, "--watch": watch };
  for (const [other, isSet] of Object.entries(others)) {
    if (changes !== undefined && isSet) {
      throw new Refusal(`\`${other}\` cannot be combined with \`--changes\``, `check without \`${other}\``);
    }
  }
}

/** Returns the settings that the engine needs in every thread. */
export function engineSettings({ scriptLimit: limits, limit: packageLimits, config, choices, timings }: CheckOptions) {
  return { limits, packageLimits, config, choices, timings };
}

const CHECK_CODES = `
Exit codes:
  0  no findings at or above --fail-on
  1  findings at or above --fail-on
  2  incomplete: wrong usage, an invalid rule, an unreadable file, or no file that a rule matches.
     With --strict, also a rule that had nothing to check, or any warning`;

/** The maximum number of parts; a larger number is taken for a typing error. */
const MAX_SHARDS = 10_000;

function shardOf(text: string): ShardOption {
  const [, number = 0, of = 0] = /^(\d{1,9})\/(\d{1,9})$/.exec(text)?.map(Number) ?? [];
  if (of > MAX_SHARDS) {
    throw new Refusal(`\`--shard ${text}\` has too many parts: the maximum is ${MAX_SHARDS}`);
  }
  if (number < 1 || number > of) {
    throw new Refusal(
      `\`--shard\` takes the number of a part and the number of parts, not \`${text}\``,
      "for example, for the second of four: --shard 2/4",
    );
  }
  return { number, of };
}
