/** `assay check --against`: files as an addition to a project that `assay step` has indexed. */

import { existsSync } from "node:fs";
import { instantiate } from "../../core.js";
import { checking, type Goal } from "../../drive.js";
import { reader } from "../../node/folder.js";
import { routed } from "../../node/routed.js";
import { lookedInto } from "../../node/walk.js";
import type { CoreReport } from "../../report.js";
import type { Reader } from "../../source.js";
import { InForce, inForce } from "../config/in-force.js";
import { readLocation } from "../config/options.js";
import type { Engine } from "../engine.js";
import { list, pathsInside, without } from "../files.js";
import { requireFolder } from "../inputs.js";
import type { CheckRequest } from "../options/check.js";
import { isDraft } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { show } from "../report/report.js";
import { filesOf, targetsOf } from "../reports.js";
import { expectChecked } from "./block-steps.js";
import { isBucket } from "./bucket.js";
import { asCheck } from "./exit-codes.js";
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

/** The options of such a check. */
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
    const excluded = new Set(project.plan.excluded);
    const files = [...tree.files, ...tree.others].filter((path) => !isDraft(path) && !excluded.has(path));
    const paths = without(files, outputsOf(request, force), root);
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
    const [own, added, others] = [
      new Set(paths),
      reader(root, tree.outside, lookedInto(tree)),
      filesOfProject(project),
    ];
    const source = routed((path) => [own.has(path) ? added : others, path]);
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
async function settingsOf({ given }: AgainstRequest, project: StepProject, module: WebAssembly.Module) {
  const { config } = project.manifest;
  const named = given.or(config !== undefined && existsSync(config) ? config : undefined);
  return named.config === undefined ? new InForce(named, undefined) : inForce(named, async () => instantiate(module));
}

/**
 * Returns the files of reports.
 *
 * @throws {Refusal} When one of them would be in the folder of the project's lists and results.
 */
function outputsOf({ against, format }: AgainstRequest, force: InForce): string[] {
  const outputs = filesOf(targetsOf(force.format(format).map(({ value }) => value)));
  for (const output of isBucket(against) ? [] : outputs) {
    if (pathsInside(against, [output]).size > 0) {
      throw new Refusal(`the report \`${output}\` would be in \`${against}\``, "write it to another folder");
    }
  }
  return outputs;
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
  for (let number = 0; number < project.count; number += 1) {
    expectChecked(project, number);
  }
  const blocks = new Set(paths.map((path) => project.files.blockOf(path)));
  const groups = new Set([...blocks].map((number) => project.groupOf(number)));
  const pieces = [...groups].flatMap((group) => [...referencesTo(project, group).read()]);
  return pieces.flatMap(([number, references]) => (blocks.has(number) ? references : []));
}

/** Returns a source of the files of the project: as they are now in a folder, or as they were listed in a bucket. */
function filesOfProject(project: StepProject): Required<Reader> {
  const { root, outside } = project.manifest;
  const known = isBucket(root) ? project.reader : filesInFolder(project, reader(root, outside));
  return routed((path) => {
    const [archive = path, inside] = path.split("!/");
    if (inside !== undefined && project.files.find(archive) !== undefined) {
      throw new Error(`\`${archive}\` belongs to the project, and files in its archives are not read`);
    }
    return [known, path];
  });
}

/** Returns a source of the files of the project in a folder. A listed file that is not there is not missing. */
function filesInFolder({ files, manifest }: StepProject, folder: Required<Reader>): Required<Reader> {
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
