/** The options of commands as they are in force, the configuration counted in. */

import { relative } from "node:path";
import { slipIn, unusable } from "../../ignored.js";
import { leadsOut, slashed } from "../../node/around.js";
import type { PackageLimits } from "../../package.js";
import { quoted } from "../../quoted.js";
import type { SourceProblem } from "../../source.js";
import type { ScriptLimits } from "../../types.js";
import { cachePathOf } from "../cache/file.js";
import { fileBehind } from "../file-behind.js";
import type { Leaving } from "../files.js";
import { refuseMissing } from "../named.js";
import type { CheckOptions, CheckRequest } from "../options/check.js";
import type { Asked, AskedFiles } from "../options/common.js";
import type { ExplainOptions, ExplainRequest } from "../options/explain.js";
import type { TestOptions, TestRequest } from "../options/test.js";
import { warn } from "../output.js";
import { isOther } from "../own-files.js";
import { limitOf } from "../package/options.js";
import { Refusal, stat } from "../refusal.js";
import { type Target, targetOf, targetsOf } from "../reports.js";
import { jobCount } from "../usage.js";
import { tellOther } from "./file.js";
import { type Chosen, type InForce, sayingOf, told } from "./in-force.js";

/**
 * How to check.
 *
 * @throws {Refusal} When nobody says what.
 */
export function checkOptions(asked: CheckRequest, force: InForce): CheckOptions {
  const root = rootOf(asked, force);
  refuseOfSome(asked, root);
  tellOther(root, asked.given.config, force.configuration?.file);
  const chosen = force.format(asked.format);
  if (!asked.force) {
    refuseOther(chosen);
  }
  const format = targetsOf(values(chosen));
  const baseline = baselineFor(root, asked, force).value;
  const remarks: SourceProblem[] = [];
  const remark = (message: string) => {
    remarks.push({ code: "idle-pattern", message, path: force.configuration?.file.path ?? "", warning: true });
  };
  const configured = configuredOutputs(force);
  const strict = force.strict(asked.strict);
  return {
    ...asked,
    root,
    ...ruled(force, asked.rules, root),
    jobs: force.one("jobs", "jobs", asked.jobs, jobCount).value,
    failOn: force.one("fail_on", "failOn", asked.failOn, (text) => text.toLowerCase()).value,
    strict: strict.value,
    strictBy: sayingOf("strict", strict.from),
    format,
    baseline,
    outputs: [...outputsOf(format), ...(baseline === undefined ? [] : [baseline]), ...configured],
    configured,
    config: force.file(root),
    ignoring: leaving(asked.ignore, force, remark),
    remarks,
    limit: archiveLimits(asked.limit, force),
    cache: force.output("cache", "cache", asked.cache, cachePathOf).value,
  };
}

/**
 * The baseline of the findings in `root`. That of the configuration is of the folder which it has checked: what it lists starts from
 * there, and hides nothing elsewhere, which is told.
 *
 * @throws {Refusal} When it would be written for another folder, and what it lists be lost, or be compared with parts of another one.
 */
export function baselineFor(
  root: string,
  { baseline, updateBaseline, shard }: CheckRequest,
  force: InForce,
): Chosen<string | undefined> {
  const chosen = updateBaseline
    ? force.output("baseline", "baseline", baseline)
    : force.path("baseline", "baseline", baseline);
  const { value, from } = chosen;
  const { ownRoot = root } = force;
  if (value === undefined || from.kind !== "config" || fileBehind(root) === fileBehind(ownRoot)) {
    return chosen;
  }
  const what = `the baseline \`${value}\` (${told(from)}) is of \`${ownRoot}\``;
  const always = `if \`${root}\` is what is always checked, the configuration should say \`root:\``;
  if (updateBaseline) {
    throw new Refusal(
      `${what}, and would be written anew for \`${root}\` alone`,
      `name no folder, or a baseline of its own: --baseline FILE; ${always}`,
    );
  }
  if (shard !== undefined) {
    throw new Refusal(
      `${what}, and these are parts of a check of \`${root}\``,
      `name no folder, or do without: --no-baseline, also where they are made one; ${always}`,
    );
  }
  const way = relative(fileBehind(ownRoot), fileBehind(root));
  const asPart = leadsOut(slashed(way))
    ? ""
    : `; to check that as a part of it: assay check ${quoted(ownRoot)} ${quoted(root)}`;
  warn(`${what}, and hides nothing in \`${root}\`${asPart}; ${always}`);
  return { ...chosen, value: undefined };
}

/** Rules, and the folders that they may read. */
function ruled(force: InForce, given: readonly string[], root?: string): Pick<CheckOptions, "rules" | "readable"> {
  const rules = there(force.rules(given), "there are no rules at");
  return { rules, readable: force.readable({ rules, root }) };
}

/**
 * Sees to it that no report of the configuration takes the place of a file that is no earlier report.
 *
 * @throws {Refusal} When one would.
 */
function refuseOther(formats: readonly Chosen<Target>[]): void {
  for (const { value, from } of formats) {
    if (from.kind === "config" && value.file !== undefined && isOther(value.file)) {
      throw new Refusal(
        `${told(from)}: \`${value.file}\` is no earlier report, and would be replaced`,
        "name another file, or have it replaced: --force",
      );
    }
  }
}

/** The files of reports. */
function outputsOf(format: readonly Target[]): string[] {
  return format.flatMap(({ file }) => file ?? []);
}

/**
 * The files that a check by the configuration writes, or keeps what it knows in: reports, the baseline, the cache. They may lie
 * among the files under check, and are none of them, whatever this command is told to write.
 */
export function configuredOutputs(force: InForce): string[] {
  const path = (value: string) => force.configuration?.path(value) ?? value;
  const said = (key: string) => force.only(key).map(({ setting }) => setting.value);
  const reports = said("format").flatMap((text) => targetOf(text).file ?? []);
  return [...[...said("baseline"), ...reports].map(path), ...said("cache").map((cache) => cachePathOf(path(cache)))];
}

/** How to explain. */
export function explainOptions(asked: ExplainRequest, force: InForce): ExplainOptions {
  const looked = lookedAt(asked, force);
  return {
    ...asked,
    ...looked,
    ...ruled(force, asked.rules, looked.root),
    config: force.file(looked.root),
    limit: archiveLimits(asked.limit, force),
    outputs: configuredOutputs(force),
  };
}

/** How to test: the rule files of the configuration, or those in `rules`, where none are named. */
export function testOptions(asked: TestRequest, force: InForce): TestOptions {
  const paths = there(force.rules(asked.paths), "there are no rules at");
  const tested = paths.length === 0 ? ["rules"] : paths;
  return {
    ...asked,
    paths: tested,
    readable: force.readable({ rules: tested }),
    scriptLimit: { ...scriptLimits(force), ...asked.scriptLimit },
  };
}

/** The folder that a command looks at besides `check`, and what is left out of it: as `check` has it. */
export function lookedAt(asked: Asked & AskedFiles, force: InForce): { root: string; ignoring: Leaving | undefined } {
  const [root = "."] = rootsOf(asked.root, force);
  tellOther(root, asked.given.config, force.configuration?.file);
  return { root, ignoring: leaving(asked.ignore, force) };
}

/** What scripts may use up, as the configuration says. */
export function scriptLimits(force: InForce): ScriptLimits {
  return Object.fromEntries(force.only("limits").map(({ setting: { of = "", value } }) => [of, Number(value)]));
}

/** What archives may use up: what the command line says of a limit, else what the configuration does. */
export function archiveLimits(given: PackageLimits, force: InForce): PackageLimits {
  const said = force.only("packages.limits").map(({ setting: { of = "", value } }) => limitOf(`${of}=${value}`));
  return Object.assign({}, ...said, given);
}

/** What is left out of the files that are looked at; of patterns that leave nothing out is told. */
export function leaving(isAsked: boolean, force: InForce, tell = warn): Leaving | undefined {
  for (const { setting, from } of isAsked ? force.only("ignore") : []) {
    for (const pattern of setting.value.split("\n")) {
      const slip = slipIn(pattern);
      if (slip !== undefined) {
        tell(`the pattern \`${pattern}\` at ${told(from)} ${slip}`);
      }
    }
  }
  const patterns = force.only("ignore").flatMap(({ setting: { value }, from }) => {
    // A block of YAML has a pattern on each line, as an ignore file does.
    return value.split("\n").map((pattern) => {
      const reason = unusable(pattern);
      if (reason !== undefined) {
        throw new Refusal(`${told(from)}: ${reason}`);
      }
      return { pattern, from: told(from) };
    });
  });
  return isAsked ? { patterns, base: force.configuration?.folder } : undefined;
}

/**
 * Looks at the files that alone are to be checked.
 *
 * @throws {Refusal} When one is not there, or something is to be made of them that is of all files.
 */
export function refuseOfSome({ files, updateBaseline, shard }: CheckRequest, root: string): void {
  if (files === undefined) {
    return;
  }
  refuseMissing(files, root);
  if (updateBaseline) {
    throw new Refusal(
      "a check of some files makes no baseline: it would list no more than what is found in these",
      "name no file, so that it lists what is found in all of them",
    );
  }
  if (shard !== undefined) {
    throw new Refusal("a part of a check is a part of all files", "name no file, or do without `--shard`");
  }
}

/** The folder under check: where only files are named, and nobody says in which folder, that in which the command was called. */
function rootOf({ root: given, files }: CheckRequest, force: InForce): string {
  const [root = files && "."] = rootsOf(given, force);
  if (root === undefined) {
    throw new Refusal("there is nothing to check", "name the folder: `assay check --rules rules assets`");
  }
  return root;
}

/** The folder under check, if anybody says which. */
function rootsOf(given: string | undefined, force: InForce): string[] {
  const { value, from } = force.root(given);
  return value === undefined ? [] : there([{ value, from }], "there is nothing to check at");
}

/**
 * The paths alone.
 *
 * @throws {Refusal} Beginning with the place in the configuration and `refusal`, where it names what is not there.
 */
function there(paths: readonly Chosen<string>[], refusal: string): string[] {
  for (const { value, from } of paths) {
    if (from.kind === "config") {
      stat(value, `${from.place}: ${refusal}`);
    }
  }
  return values(paths);
}

/** The values alone. */
export function values<T>(chosen: readonly Chosen<T>[]): T[] {
  return chosen.map(({ value }) => value);
}
