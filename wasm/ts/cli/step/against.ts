/** `assay check --against`: files as an addition to a project that `assay step` has indexed. */

import { existsSync } from "node:fs";
import { instantiate } from "../../core.js";
import { checking, type Goal } from "../../drive.js";
import { reader } from "../../node/folder.js";
import { routed } from "../../node/routed.js";
import { lookedInto } from "../../node/walk.js";
import type { CoreReport } from "../../report.js";
import type { Reader } from "../../source.js";
import { inForce } from "../config/in-force.js";
import { readLocation } from "../config/options.js";
import type { Engine } from "../engine.js";
import { list, without } from "../files.js";
import type { CheckRequest } from "../options/check.js";
import { isDraft } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { show } from "../report/report.js";
import { filesOf, targetsOf } from "../reports.js";
import { isBucket } from "./bucket.js";
import { asCheck } from "./exit-codes.js";
import { StepProject } from "./project.js";

/** The options that `--against` can be combined with. The rules and their settings are those of the project. */
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
  "updateBaseline",
]);

/** The options of such a check. */
type AgainstRequest = CheckRequest & { against: string };

/** Checks the files, shows the report, and returns the exit code. */
export async function checkAgainst(request: AgainstRequest, engine: Engine): Promise<number> {
  refuseOthers(request);
  const module = await engine();
  const project = new StepProject(request.against, module);
  const force = await inForce(request.given, async () => instantiate(module), request.root);
  const { root, ignoring } = readLocation(request, force);
  const tree = list(root, ignoring);
  const added = reader(root, tree.outside, lookedInto(tree));
  const excluded = new Set(project.plan.excluded);
  const files = [...tree.files, ...tree.others].filter((path) => !isDraft(path) && !excluded.has(path));
  const outputs = filesOf(targetsOf(force.format(request.format).map(({ value }) => value)));
  const paths = without(files, outputs, root);
  return asCheck(() => {
    const index = project.plan.needsIndex ? project.indexBytes() : undefined;
    const problems = [...project.plan.problems, ...tree.problems];
    const goal: Goal<CoreReport> = checking(
      { paths, problems },
      (report) => report,
      (run) => {
        run.extendProject(index);
        if (!project.plan.ignoreComments) {
          run.ignoreComments();
        }
        run.ignored(tree.ignored.size);
      },
    );
    const own = new Set(paths);
    const others = published(project);
    const source = routed((path) => [own.has(path) ? added : others, path]);
    return show({ ...request, merge: true }, project.compiled.core, [], () => project.achieveAtOnce(goal, source));
  });
}

function refuseOthers({ given, files }: AgainstRequest): void {
  const [other] = files === undefined ? given.others(COMBINED) : ["FILE"];
  if (other !== undefined) {
    throw new Refusal(
      `\`${other}\` cannot be combined with \`--against\``,
      "the rules and their settings are those that `assay step plan` has stored; all files of ROOT are checked",
    );
  }
}

/** Returns a source of the files of the project: as they are now in a folder, or as they were listed in a bucket. */
function published(project: StepProject): Required<Reader> {
  const { root, outside } = project.manifest;
  const folder = isBucket(root) ? project.reader : existsSync(root) ? reader(root, outside) : undefined;
  const known = folder ?? listedSizes(project);
  return routed((path) => {
    const [archive = path, inside] = path.split("!/");
    if (inside !== undefined && project.files.find(archive) !== undefined) {
      throw new Error(`\`${archive}\` is published, and files in published archives are not read`);
    }
    return [known, path];
  });
}

/** Returns a source of the sizes of listed files. Their content cannot be read, but they are not missing. */
function listedSizes({ files, manifest }: StepProject): Required<Reader> {
  const refuse = (path: string) => {
    if (files.find(path) !== undefined) {
      throw new Error(`it is published, but \`${manifest.root}\` does not exist on this machine`);
    }
  };
  return {
    size: (path) => files.find(path)?.[1] ?? null,
    read: (path) => refuse(path) ?? null,
    fill: (path) => refuse(path) ?? -1,
  };
}
