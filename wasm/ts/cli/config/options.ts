/** The options of commands, combined with the configuration. */

import { slipIn, unusable } from "../../ignored.js";
import type { SourceProblem } from "../../source.js";
import type { PackageLimits } from "../../systems/package/package.js";
import type { ScriptLimits } from "../../types.js";
import { limitOf } from "../archive-limits.js";
import { cachePathOf } from "../cache/file.js";
import { choicesOf } from "../choice.js";
import { isOther } from "../command-outputs.js";
import type { IgnoreSettings } from "../files.js";
import { refuseMissing } from "../named.js";
import { areNamed } from "../named-rules.js";
import { CHECK_SETTINGS, type CheckOptions, type CheckRequest } from "../options/check.js";
import type { FileOptions, ParsedOptions } from "../options/common.js";
import type { ExplainOptions, ExplainRequest } from "../options/explain.js";
import type { TestOptions, TestRequest } from "../options/test.js";
import { warn } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import { filesOf, type ReportTarget, targetOf, targetsOf } from "../reports.js";
import { baselineFor } from "./baseline.js";
import { noteOfPart, warnOfOtherConfiguration } from "./file.js";
import { type Chosen, describeOrigin, describeSetting, type InForce } from "./in-force.js";

/** Returns the options of `assay check`. Throws a {@link Refusal} if they contradict each other, or name no folder. */
export function checkOptions(request: CheckRequest, force: InForce): CheckOptions {
  const root = rootOf(request, force);
  refuseOfSome(request, root);
  refuseOfChosen(request);
  warnOfOtherConfiguration(root, request.given.config, force.configuration?.file);
  if (request.root !== undefined && request.files === undefined && !request.quiet) {
    noteOfPart(root, request.given.config, force.ownRoot);
  }
  const chosen = force.format(request.format);
  if (!request.force) {
    refuseOther(chosen);
  }
  const format = targetsOf(values(chosen));
  const baseline = baselineFor(root, request, force).value;
  const remarks: SourceProblem[] = [];
  const remark = (message: string) => {
    remarks.push({ code: "idle-pattern", message, path: force.configuration?.file.path ?? "", warning: true });
  };
  // Outputs of the configuration are left out even if options name other files: they are no assets.
  const configured = configuredOutputs(force);
  return {
    ...settled(request, force),
    root,
    ...ruled(force, request.rules, root),
    strictBy: describeSetting("strict", force.strict(request.strict).from),
    format,
    baseline,
    outputs: [...filesOf(format), ...(baseline === undefined ? [] : [baseline]), ...configured],
    configured,
    config: force.file(root),
    choices: choicesOf(request, force),
    ignoring: ignoreSettings(request.ignore, force, remark),
    remarks,
    limit: archiveLimits(request.limit, force),
  };
}

/** Returns the options with the value that is in force for each of `settings`. */
export function settled(request: CheckRequest, force: InForce, settings = CHECK_SETTINGS): CheckRequest {
  return Object.assign({ ...request }, ...settings.map((setting) => setting.inForce?.(request, force)));
}

/** Returns the rules, and the folders that they may read. */
function ruled(force: InForce, given: readonly string[], root?: string): Pick<CheckOptions, "rules" | "readable"> {
  const rules = there(force.rules(given), "there are no rules at");
  return { rules, readable: force.readable({ rules, root }) };
}

/** Throws a {@link Refusal} if a report of the configuration would replace a file that is no earlier report. */
function refuseOther(formats: readonly Chosen<ReportTarget>[]): void {
  for (const { value, from } of formats) {
    if (from.kind === "config" && value.file !== undefined && isOther(value.file)) {
      throw new Refusal(
        `${describeOrigin(from)}: \`${value.file}\` is not an earlier report, and would be overwritten`,
        "name another file, or overwrite it: --force",
      );
    }
  }
}

/**
 * Returns the files that a check by the configuration writes, or in which it keeps results: reports, the baseline, the
 * cache. They may be among the files under check but are never checked, whatever the current command writes.
 */
export function configuredOutputs(force: InForce): string[] {
  const path = (value: string) => force.configuration?.path(value) ?? value;
  const configuredValues = (key: string) => force.only(key).map(({ setting }) => setting.value);
  const reports = configuredValues("format").flatMap((text) => targetOf(text).file ?? []);
  return [
    ...[...configuredValues("baseline"), ...reports].map(path),
    ...configuredValues("cache").map((cache) => cachePathOf(path(cache))),
  ];
}

export function explainOptions(request: ExplainRequest, force: InForce): ExplainOptions {
  const looked = readLocation(request, force);
  return {
    ...request,
    ...looked,
    ...ruled(force, request.rules, looked.root),
    config: force.file(looked.root),
    limit: archiveLimits(request.limit, force),
    outputs: configuredOutputs(force),
  };
}

/** Returns the options of `assay test`: without files, those of the configuration are tested, or those in `rules`. */
export function testOptions(request: TestRequest, force: InForce): TestOptions {
  const paths = there(force.rules(request.paths), "there are no rules at");
  // Packs come with their tests, which a project does not repeat.
  const own = request.paths.length > 0 ? [] : paths.filter((path) => !areNamed(path));
  const tested = [own, paths, ["rules"]].find((list) => list.length > 0) ?? [];
  return {
    ...request,
    paths: tested,
    readable: force.readable({ rules: tested }),
    scriptLimit: { ...scriptLimits(force), ...request.scriptLimit },
  };
}

/** Returns the folder that a command other than `check` looks at, and its ignore patterns, as for `check`. */
export function readLocation(
  request: ParsedOptions & FileOptions,
  force: InForce,
): { root: string; ignoring: IgnoreSettings | undefined } {
  const [root = "."] = rootsOf(request.root, force);
  warnOfOtherConfiguration(root, request.given.config, force.configuration?.file);
  return { root, ignoring: ignoreSettings(request.ignore, force) };
}

export function scriptLimits(force: InForce): ScriptLimits {
  return Object.fromEntries(force.only("limits").map(({ setting: { of = "", value } }) => [of, Number(value)]));
}

/** Returns the limits for archives: each from the command line, or else from the configuration. */
export function archiveLimits(given: PackageLimits, force: InForce): PackageLimits {
  const configured = force.only("packages.limits").map(({ setting: { of = "", value } }) => limitOf(`${of}=${value}`));
  return Object.assign({}, ...configured, given);
}

/** Returns the ignore patterns of the configuration if they apply; `report` gets probable mistakes. */
export function ignoreSettings(isEnabled: boolean, force: InForce, report = warn): IgnoreSettings | undefined {
  for (const { setting, from } of isEnabled ? force.only("ignore") : []) {
    for (const pattern of setting.value.split("\n")) {
      const slip = slipIn(pattern);
      if (slip !== undefined) {
        report(`the pattern \`${pattern}\` at ${describeOrigin(from)} ${slip}`);
      }
    }
  }
  const patterns = force.only("ignore").flatMap(({ setting: { value }, from }) => {
    // A block of YAML has a pattern on each line, as an ignore file does.
    return value.split("\n").map((pattern) => {
      const reason = unusable(pattern);
      if (reason !== undefined) {
        throw new Refusal(`${describeOrigin(from)}: ${reason}`);
      }
      return { pattern, from: describeOrigin(from) };
    });
  });
  return isEnabled ? { patterns, base: force.configuration?.folder } : undefined;
}

/** Throws a {@link Refusal} if a named file does not exist, or an option needs all files. */
export function refuseOfSome({ files, updateBaseline, shard }: CheckRequest, root: string): void {
  if (files === undefined) {
    return;
  }
  refuseMissing(files, root);
  if (updateBaseline) {
    throw new Refusal(
      "`--update-baseline` cannot be combined with file names: the baseline would list only the findings in these files",
      "run the check without file names",
    );
  }
  if (shard !== undefined) {
    throw new Refusal("`--shard` cannot be combined with file names", "check without file names, or without `--shard`");
  }
}

/** Throws a {@link Refusal} if a new baseline would be made with only some rules. */
function refuseOfChosen({ updateBaseline, rule, tag, skipRule, profile }: CheckRequest): void {
  if (updateBaseline && (profile !== undefined || [rule, tag, skipRule].some((names) => names.length > 0))) {
    throw new Refusal(
      "`--update-baseline` cannot be combined with selected rules: the findings of all other rules would be missing",
      "run it without `--rule`, `--tag`, `--skip-rule` and `--profile`",
    );
  }
}

/** Returns the folder under check. If only files are named, and no folder is set, it is the current one. */
function rootOf({ root: given, files }: CheckRequest, force: InForce): string {
  const [root = files && "."] = rootsOf(given, force);
  if (root === undefined) {
    throw new Refusal(
      "there is nothing to check",
      "`assay init` writes a configuration for this folder, or name the folder: `assay check --rules assay:naming FOLDER`",
    );
  }
  return root;
}

/** Returns the folder under check, if there is one. */
function rootsOf(given: string | undefined, force: InForce): string[] {
  const { value, from } = force.root(given);
  return value === undefined ? [] : there([{ value, from }], "there is nothing to check at");
}

/** Returns the paths. Throws a {@link Refusal} with its place if the configuration names a missing one. */
function there(paths: readonly Chosen<string>[], refusal: string): string[] {
  for (const { value, from } of paths) {
    if (from.kind === "config" && !areNamed(value)) {
      stat(value, `${from.place}: ${refusal}`);
    }
  }
  return values(paths);
}

/** Returns the values without their origins. */
export function values<T>(chosen: readonly Chosen<T>[]): T[] {
  return chosen.map(({ value }) => value);
}
