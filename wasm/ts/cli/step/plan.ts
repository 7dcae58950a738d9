/** `assay step plan`: reads the rules and the configuration, so that the later steps need nothing else. */

import { compileRules } from "../../compiled.js";
import { instantiate, release } from "../../core.js";
import type { SourceProblem } from "../../source.js";
import { inForce } from "../config/in-force.js";
import { checkOptions } from "../config/options.js";
import type { Engine } from "../engine.js";
import { pathsInside } from "../files.js";
import { versionOf } from "../identity.js";
import { type CheckRequest, engineSettings } from "../options/check.js";
import { Refusal } from "../refusal.js";
import { readFurther, readRules } from "../rules.js";
import { isBucket } from "./bucket.js";
import { Events } from "./events.js";
import { FORMAT_VERSION, MANIFEST, type Manifest } from "./manifest.js";
import { hashOf, type StepFolder, stepFolder } from "./step-folder.js";

export const PLAN = "plan.json";

/** Everything that the steps need besides files and results. */
export interface Plan {
  version: number;
  /** A hash of the engine. Other versions of Assay cannot continue this check. */
  engine: string;
  /** A hash of everything in the plan: results of other plans are not used. */
  id: string;
  rules: { path: string; text: string }[];
  /** The further files that rules name, with their content, or null for files that do not exist. */
  further: [path: string, text: string | null][];
  settings: ReturnType<typeof engineSettings>;
  /** True if comments with `assay-ignore` hide findings. */
  ignoreComments: boolean;
  /** Problems of the rules and of the configuration, for the report. */
  problems: SourceProblem[];
  /** Listed paths that are not checked: rule files and reports. */
  excluded: string[];
  /** True if collections have to be built before files are checked. */
  needsIndex: boolean;
}

export type PlanRequest = CheckRequest & {
  dir: string;
};

/** Writes the plan, and returns the exit code. */
export async function plan(request: PlanRequest, engine: Engine): Promise<number> {
  const folder = stepFolder(request.dir);
  const manifest = manifestIn(folder);
  const module = await engine();
  const core = instantiate(module);
  // Rules for a bucket are looked for in the current folder.
  const root = isBucket(manifest.root) ? "." : manifest.root;
  const force = await inForce(request.given.or(manifest.config), async () => core, root);
  const options = checkOptions({ ...request, root }, force);
  const rules = readRules(options.rules, options.readable);
  const settings = engineSettings(options);
  const { checker } = compileRules(core, { rules: rules.files, read: (path) => readFurther(rules, path), ...settings });
  const made: Omit<Plan, "id"> = {
    version: FORMAT_VERSION,
    engine: versionOf(),
    rules: rules.files,
    further: [...rules.further].sort(([one], [other]) => (one < other ? -1 : 1)),
    settings,
    ignoreComments: options.ignoreComments,
    problems: [...options.remarks, ...rules.problems],
    excluded: isBucket(manifest.root)
      ? []
      : [...pathsInside(manifest.root, [...checker.ruleFiles(), ...options.outputs])].sort(),
    needsIndex: checker.needsIndex,
  };
  release(core, checker);
  const id = hashOf(JSON.stringify(made));
  folder.write(PLAN, JSON.stringify({ ...made, id } satisfies Plan));
  await new Events("plan").end({ blocks: manifest.blocks.length, rules: made.rules.length, index: made.needsIndex });
  return 0;
}

/**
 * Returns the manifest of a folder.
 *
 * @throws {Refusal} When the files have not been listed, or by another version.
 */
export function manifestIn(folder: StepFolder): Manifest {
  const manifest = folder.readJson<Manifest>(MANIFEST);
  if (manifest === undefined) {
    throw new Refusal(
      `there is no list of files in \`${folder.path}\``,
      `list them first: assay step list ${folder.path} ROOT`,
    );
  }
  if (manifest.version !== FORMAT_VERSION) {
    throw new Refusal("another version of Assay has listed the files", "list them again: assay step list");
  }
  return manifest;
}

/**
 * Returns the plan of a folder.
 *
 * @throws {Refusal} When there is no plan, or another version has made it.
 */
export function planIn(folder: StepFolder): Plan {
  const made = folder.readJson<Plan>(PLAN);
  if (made === undefined) {
    throw new Refusal(`there is no plan in \`${folder.path}\``, `make it first: assay step plan ${folder.path}`);
  }
  if (made.version !== FORMAT_VERSION || made.engine !== versionOf()) {
    throw new Refusal(
      "another version of Assay has made the plan, and results of different versions cannot be merged",
      `use the same version on all machines, or plan again: assay step plan ${folder.path}`,
    );
  }
  return made;
}
