/** `assay step status`: counts the results that exist. */

import { print } from "../output.js";
import type { FollowedBlock } from "./block-steps.js";
import { NotReady } from "./exit-codes.js";
import { INDEX, type MergedIndex, type StepProject } from "./project.js";
import { confirmedFacts, followKey, referencesTo } from "./results.js";

/** The state of one step: the number of results that exist, and of those that are needed. */
export interface StepState {
  step: string;
  done: number;
  of: number;
}

/** Returns the state of each step. */
export function statesOf(project: StepProject): StepState[] {
  const { folder, manifest, plan } = project;
  const blocks = manifest.blocks.map((_, number) => number);
  const isMerged = folder.readJson<MergedIndex>(INDEX)?.of === project.id;
  const collections = plan.needsIndex
    ? [
        {
          step: "index",
          done: blocks.filter((number) => confirmedFacts(project, project.indexKey(number)) !== undefined).length,
          of: blocks.length,
        },
        { step: "merge-index", done: Number(isMerged), of: 1 },
      ]
    : [];
  return [
    ...collections,
    {
      step: "check",
      done: count(project.count, (number) => confirmedFacts(project, project.checkKey(number)) !== undefined),
      of: project.count,
    },
    { step: "follow", done: count(project.groups, (group) => isFollowed(project, group)), of: project.groups },
  ];
}

/** Counts the numbers below `end` for which a result exists; none as long as an earlier step is missing. */
function count(end: number, exists: (number: number) => boolean): number {
  try {
    return Array.from({ length: end }, (_, number) => number).filter(exists).length;
  } catch (error) {
    if (error instanceof NotReady) {
      return 0;
    }
    throw error;
  }
}

function isFollowed(project: StepProject, group: number): boolean {
  const isChecked = project
    .blocksOf(group)
    .every((number) => confirmedFacts(project, project.checkKey(number)) !== undefined);
  if (!isChecked) {
    return false;
  }
  const { names } = referencesTo(project, group);
  const followed = project.folder.readJson<FollowedBlock[]>(project.folder.result(followKey(project, group, names)));
  return names.length === 0 || followed?.every(([, key]) => confirmedFacts(project, key) !== undefined) === true;
}

/** Prints the state of each step, as lines or as JSON. */
export function status(project: StepProject, format: string): Promise<number> {
  const states = statesOf(project);
  if (format === "json") {
    return print(`${JSON.stringify(states)}\n`);
  }
  const lines = states.map(({ step, done, of }) => `${step.padEnd(12)} ${String(done).padStart(8)} of ${of}\n`);
  return print(lines.join(""));
}
