/** `assay step report`: merges the results of all blocks into the report that one machine would make. */

import { using } from "../../core.js";
import { type Goal, withProblems } from "../../drive.js";
import type { CoreReport } from "../../report.js";
import type { Engine } from "../engine.js";
import type { ReportRequest } from "../report/options.js";
import { show } from "../report/report.js";
import { checkedBlock, expectChecked, type FollowedBlock } from "./block-steps.js";
import { asCheck, NotReady } from "./exit-codes.js";
import { StepProject } from "./project.js";
import { confirmedFacts, followKey, referencesTo } from "./results.js";

export type StepReportRequest = Omit<ReportRequest, "files" | "merge"> & {
  dir: string;
};

/** The number of paths that suggestions are made from. */
const FIRST = 1000;

/** Shows the report, and returns its exit code. */
export async function report(request: StepReportRequest, engine: Engine): Promise<number> {
  const project = new StepProject(request.dir, await engine());
  return asCheck(() => {
    const blocks = followedBlocks(project);
    const { core } = project.compiled;
    const given = request.given.or(project.manifest.config);
    return show({ ...request, given, merge: true }, core, [], () => project.achieveAtOnce(merging(project, blocks)));
  });
}

/** The names of the results of blocks with references to their files, by number. */
type FollowedBlocks = ReadonlyMap<number, string>;

/** Returns the results of blocks whose references were followed. */
function followedBlocks(project: StepProject): FollowedBlocks {
  const blocks = new Map<number, string>();
  for (let group = 0; group < project.groups; group += 1) {
    expectChecked(project, project.blocksOf(group));
    for (const [number, key] of followedIn(project, group)) {
      blocks.set(number, key);
    }
  }
  return blocks;
}

function followedIn(project: StepProject, group: number): readonly FollowedBlock[] {
  const { names } = referencesTo(project, group);
  const key = followKey(project, group, names);
  const known = names.length === 0 ? [] : project.folder.readJson<FollowedBlock[]>(project.folder.result(key));
  if (known === undefined || known.some(([, result]) => confirmedFacts(project, result) === undefined)) {
    throw new NotReady(
      `the references to group ${group + 1} have not been followed`,
      `assay step follow ${project.folder.path} ${group + 1}`,
    );
  }
  return known;
}

/** Returns the saved run of a block, with its references followed if it has any. */
function savedBlock(project: StepProject, number: number, blocks: FollowedBlocks): Uint8Array {
  const known = blocks.get(number);
  if (known === undefined) {
    return checkedBlock(project, number);
  }
  const saved = project.folder.read(project.folder.result(known));
  if (saved === undefined) {
    throw new NotReady(`a result of block ${number + 1} is missing`, `assay step follow ${project.folder.path}`);
  }
  return saved;
}

function merging(project: StepProject, blocks: FollowedBlocks): Goal<CoreReport> {
  return {
    begin: (checker, core) => {
      const index = project.plan.needsIndex ? new core.BuiltIndex(project.indexBytes()) : undefined;
      const merge = new core.BlockMerge(checker, index);
      const run = using(core, merge, () => {
        for (let number = 0; number < project.count; number += 1) {
          merge.add(savedBlock(project, number, blocks));
        }
        if (merge.hasMissing) {
          project.manifest.blocks.forEach((_, number) => {
            merge.nameTwins(project.pathsOf(number));
          });
        }
        return merge.intoRun(firstPaths(project));
      });
      run.ignored(project.manifest.ignored);
      return withProblems(run, [...project.manifest.problems, ...project.plan.problems]);
    },
    end: (run) => run.finish(),
  };
}

/** Returns the first paths of the project, as many as suggestions are made from. */
function firstPaths(project: StepProject): string {
  const paths: string[] = [];
  let count = 0;
  for (let number = 0; number < project.manifest.blocks.length && count < FIRST; number += 1) {
    paths.push(project.pathsOf(number));
    count += project.manifest.blocks[number]?.count ?? 0;
  }
  return paths.join("\0");
}
