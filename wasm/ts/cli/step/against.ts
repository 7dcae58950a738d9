/** `assay check --against`: files as an addition to a project that `assay step` has indexed. */

import { existsSync } from "node:fs";
import { instantiate } from "../../core.js";
import { checking, type Goal } from "../../drive.js";
import { reader } from "../../node/folder.js";
import { routed } from "../../node/routed.js";
import { lookedInto } from "../../node/walk.js";
import type { CoreReport } from "../../report.js";
import type { Reader } from "../../source.js";
import { CommandOutputs } from "../command-outputs.js";
import { InForce, inForce } from "../config/in-force.js";
import { readLocation } from "../config/options.js";
import type { Engine } from "../engine.js";
import { list, pathsInside, without } from "../files.js";
import { requireFolder } from "../inputs.js";
import type { CheckRequest } from "../options/check.js";
import { note } from "../output.js";
import { Refusal } from "../refusal.js";
import { show } from "../report/report.js";
import { filesOf, targetsOf } from "../reports.js";
import { expectChecked } from "./block-steps.js";
import { isBucket } from "./bucket.js";
import { chosenOf } from "./chosen-blocks.js";
import { asCheck } from "./exit-codes.js";
import { assetTest } from "./list.js";
import { StepProject } from "./project.js";
import { referencesTo } from "./results.js";

/** The options that `--against` can be combined with. */
const COMBINED = new Set([
  "against",
  "allowEmpty",
  "allowPath",
  "baseline",
  "color",
  "config",
  "failOn",
  "format",
  "ignore",
  "quiet",
  "root",
  "strict",
]);

type AgainstRequest = CheckRequest & { against: string };

/** Checks the files, shows the report, and returns the exit code. */
export function checkAgainst(request: AgainstRequest, engine: Engine): Promise<number> {
  refuseOthers(request);
  return asCheck(async () => {
    const module = await engine();
    const project = new StepProject(request.against, module);
    const force = await settingsOf(request, project, module);
    const { root, ignoring } = readLocation(request, force);
    requireFolder(root, "there is nothing to check at", "name the folder that the paths in rules start from");
    const tree = list(root, ignoring);
    const [isAsset, excluded] = [assetTest(root, request.against), new Set(project.plan.excluded)];
    const files = [...tree.files, ...tree.others].filter((path) => isAsset(path) && !excluded.has(path));
    const outputs = filesOf(targetsOf(request.format));
    outputsBeside(outputs, project, force).refuseAssets(root, files);
    const paths = without(files, outputs, root);
    const index = project.plan.needsIndex ? project.indexBytes() : undefined;
    const references = referencesFrom(project, paths);
    const goal: Goal<CoreReport> = checking(
      { paths, problems: [...project.plan.problems, ...tree.problems] },
      (report) => report,
      (run) => {
        run.extendProject(index);
        for (const piece of references) {
          run.addCitations(piece);
        }
        if (!project.plan.ignoreComments) {
          run.ignoreComments();
        }
        run.ignored(tree.ignored.size);
      },
    );
    const [known, added, others] = [
      new Set(paths),
      reader(root, tree.outside, lookedInto(tree)),
      isBucket(project.manifest.root) ? project.reader : filesOfProject(project),
    ];
    const source = routed((path) => [known.has(path) ? added : others, path]);
    const made = () => project.achieveAtOnce(goal, source);
    return show({ ...request, merge: true }, project.compiled.core, [], made, force);
  });
}

/** @throws {Refusal} When files are named, or no folder, or an option that has no effect. */
function refuseOthers({ given, root, files }: AgainstRequest): void {
  if (root === undefined || files !== undefined) {
    throw new Refusal(
      `\`--against\` takes a folder with files${files === undefined ? "" : `, and \`${files[0]}\` is none`}`,
      "name it: assay check --against DIR FOLDER",
    );
  }
  const [other] = given.others(COMBINED);
  if (other !== undefined) {
    throw new Refusal(
      `\`${other}\` cannot be combined with \`--against\``,
      "rules, and their choice and limits, are those that `assay step plan` has stored",
    );
  }
}

/** Returns the settings of the project, if its configuration is here. That of another folder does not apply. */
async function settingsOf({ given, quiet }: AgainstRequest, project: StepProject, module: WebAssembly.Module) {
  const { config } = project.manifest;
  const isHere = config !== undefined && existsSync(config);
  if (config !== undefined && !isHere && given.config === undefined && !quiet) {
    note(
      `\`${config}\` is not on this machine, so fail_on, strict, baseline and ignore have their defaults; to name a ` +
        "copy of it: --config FILE",
    );
  }
  const named = given.or(isHere ? config : undefined);
  return named.config === undefined ? new InForce(named, undefined) : inForce(named, async () => instantiate(module));
}

/**
 * Returns the files of reports.
 *
 * @throws {Refusal} When a report would replace a file of the project, of its steps, or its configuration.
 */
function outputsBeside(outputs: readonly string[], project: StepProject, force: InForce): CommandOutputs {
  const [dir, { root }] = [project.folder.path, project.manifest];
  const inside = (folder: string, output: string) => {
    return isBucket(folder) || !existsSync(folder) ? undefined : [...pathsInside(folder, [output])][0];
  };
  for (const output of outputs) {
    const listed = inside(root, output);
    if (inside(dir, output) !== undefined || (listed !== undefined && project.files.find(listed) !== undefined)) {
      throw new Refusal(`the report \`${output}\` would replace a file of the project`, "name a file elsewhere");
    }
  }
  const own = new CommandOutputs({ reports: outputs });
  own.refuseRead("the configuration", force.configuration === undefined ? [] : [force.configuration.file.path]);
  return own;
}

/**
 * Returns the values in files of the project that name files at `paths`, as {@link referencesTo} does. Some of them may
 * name other files.
 *
 * @throws {NotReady} When rules follow such values, and the project has not been checked.
 */
function referencesFrom(project: StepProject, paths: readonly string[]): Uint8Array[] {
  if (!project.compiled.checker.followsValues) {
    return [];
  }
  expectChecked(project, chosenOf(undefined, project.count));
  const blocks = new Set(paths.map((path) => project.files.blockOf(path)));
  const groups = new Set([...blocks].map((number) => project.groupOf(number)));
  const pieces = [...groups].flatMap((group) => [...referencesTo(project, group).read()]);
  return pieces.flatMap(([number, references]) => (blocks.has(number) ? references : []));
}

/** Returns a source of the files of the project as they are now. A listed file that is not there is not missing. */
function filesOfProject({ files, manifest }: StepProject): Required<Reader> {
  const folder = reader(manifest.root, manifest.outside);
  const refuseListed = (path: string) => {
    if (files.find(path) !== undefined) {
      throw new Error(`it belongs to the project, but is not in \`${manifest.root}\` on this machine`);
    }
  };
  return {
    size: (path) => folder.size(path) ?? files.find(path)?.[1] ?? null,
    read: (path) => folder.read(path) ?? refuseListed(path) ?? null,
    fill: (path, view, offset) => {
      const length = folder.fill(path, view, offset);
      return length >= 0 ? length : (refuseListed(path) ?? length);
    },
  };
}
