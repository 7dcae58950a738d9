/** The options of commands as they are in force, the configuration counted in. */

import type { PackageLimits } from "../../package.js";
import type { ScriptLimits } from "../../types.js";
import type { Leaving } from "../files.js";
import type { CheckOptions, CheckRequest } from "../options/check.js";
import type { Asked, AskedFiles } from "../options/common.js";
import type { ExplainOptions, ExplainRequest } from "../options/explain.js";
import type { TestOptions, TestRequest } from "../options/test.js";
import { limitOf } from "../package/options.js";
import { Refusal } from "../refusal.js";
import { targetsOf } from "../reports.js";
import { jobCount } from "../usage.js";
import { tellOther } from "./file.js";
import { type Chosen, type InForce, told } from "./in-force.js";

/**
 * How to check.
 *
 * @throws {Refusal} When nobody says what.
 */
export function checkOptions(asked: CheckRequest, force: InForce): CheckOptions {
  const root = rootOf(asked.root, force);
  tellOther(root, asked.given.config, force.configuration?.file);
  return {
    ...asked,
    root,
    rules: values(force.rules(asked.rules)),
    jobs: force.one("jobs", "jobs", asked.jobs, jobCount).value,
    failOn: force.one("fail_on", "failOn", asked.failOn, (text) => text.toLowerCase()).value,
    format: targetsOf(values(force.format(asked.format))),
    baseline: force.path("baseline", "baseline", asked.baseline).value,
    config: force.file(root),
    ignoring: leaving(asked.ignore, force),
    limit: archiveLimits(asked.limit, force),
    cache: force.path("cache", "cache", asked.cache).value,
  };
}

/** How to explain. */
export function explainOptions(asked: ExplainRequest, force: InForce): ExplainOptions {
  const looked = lookedAt(asked, force);
  return {
    ...asked,
    ...looked,
    rules: values(force.rules(asked.rules)),
    config: force.file(looked.root),
    limit: archiveLimits(asked.limit, force),
  };
}

/** How to test: the rule files of the configuration, or those in `rules`, where none are named. */
export function testOptions(asked: TestRequest, force: InForce): TestOptions {
  const paths = values(force.rules(asked.paths));
  return {
    ...asked,
    paths: paths.length === 0 ? ["rules"] : paths,
    scriptLimit: { ...scriptLimits(force), ...asked.scriptLimit },
  };
}

/** The folder that a command looks at besides `check`, and what is left out of it: as `check` has it. */
export function lookedAt(asked: Asked & AskedFiles, force: InForce): { root: string; ignoring: Leaving | undefined } {
  const root = force.root(asked.root).value ?? ".";
  tellOther(root, asked.given.config, force.configuration?.file);
  return { root, ignoring: leaving(asked.ignore, force) };
}

/** What scripts may use up, as the configuration says. */
export function scriptLimits(force: InForce): ScriptLimits {
  return Object.fromEntries(force.only("limits").map(({ setting: { of = "", value } }) => [of, Number(value)]));
}

/** What archives may use up: what the command line says of a limit, else what the configuration does. */
function archiveLimits(given: PackageLimits, force: InForce): PackageLimits {
  const said = force.only("packages.limits").map(({ setting: { of = "", value } }) => limitOf(`${of}=${value}`));
  return Object.assign({}, ...said, given);
}

/** What is left out of the files that are looked at. */
export function leaving(isAsked: boolean, force: InForce): Leaving | undefined {
  const patterns = force.only("ignore").flatMap(({ setting: { value }, from }) => {
    // A block of YAML has a pattern on each line, as an ignore file does.
    return value.split("\n").map((pattern) => ({ pattern, from: told(from) }));
  });
  return isAsked ? { patterns, base: force.configuration?.folder } : undefined;
}

function rootOf(given: string | undefined, force: InForce): string {
  const { value } = force.root(given);
  if (value === undefined) {
    throw new Refusal("there is nothing to check", "name the folder: `assay check --rules rules assets`");
  }
  return value;
}

/** The values alone. */
export function values<T>(chosen: readonly Chosen<T>[]): T[] {
  return chosen.map(({ value }) => value);
}
