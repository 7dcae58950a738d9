/** `assay step status`: counts the results that exist. */

import { print } from "../output.js";
import { type FollowedBlock, isChecked } from "./block-steps.js";
import { chosenOf } from "./chosen-blocks.js";
import { NotReady } from "./exit-codes.js";
import { INDEX, type MergedIndex, type StepProject } from "./project.js";
import { confirmedFacts, followKey, referencesTo } from "./results.js";

/** The state of one step: the number of results that exist, and of those that are needed. */
export interface StepState {
  step: string;
  done: number;
  of: number;
}

export function statesOf(project: StepProject): StepState[] {
  const { folder, manifest, plan } = project;
  const isIndexed = (number: number) => confirmedFacts(project, project.indexKey(number)) !== undefined;
  const isMerged = () => folder.readJson<MergedIndex>(INDEX)?.of === project.id;
  return [
    ...(plan.needsIndex
      ? [stateOf("index", manifest.blocks.length, isIndexed), stateOf("merge-index", 1, isMerged)]
      : []),
    stateOf("check", project.count, (number) => isChecked(project, number)),
    stateOf("follow", project.groups, (group) => isFollowed(project, group)),
  ];
}

/** Counts the parts of a step for which a result exists; none as long as an earlier step is missing. */
function stateOf(step: string, of: number, exists: (number: number) => boolean): StepState {
  try {
    return { step, done: chosenOf(undefined, of).filter(exists).length, of };
  } catch (error) {
    if (error instanceof NotReady) {
      return { step, done: 0, of };
    }
    throw error;
  }
}

function isFollowed(project: StepProject, group: number): boolean {
  if (!project.blocksOf(group).every((number) => isChecked(project, number))) {
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
