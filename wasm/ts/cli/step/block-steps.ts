/** The steps that work on blocks: `assay step index`, `check` and `follow`. Each makes the results that do not exist. */

import { type Core, using } from "../../core.js";
import type { Run } from "../../drive.js";
import { chosenOf } from "./chosen-blocks.js";
import { Events } from "./events.js";
import { NotReady } from "./exit-codes.js";
import type { StepProject } from "./project.js";
import { type BlockResult, confirmedFacts, followKey, referencesTo, storeResult, validFacts } from "./results.js";
import { hashOf } from "./step-folder.js";

/** The files of the result of `assay step index`, besides the saved run. */
export const CONTRIBUTIONS = ".values";
export const SOURCES = ".sources";

/** Calls `make` for each of `chosen`, which returns true if it had work to do. Prints events. */
async function makeAll(step: string, chosen: readonly number[], make: (number: number) => boolean): Promise<number> {
  const events = new Events(step, chosen.length);
  let made = 0;
  for (const [done, number] of chosen.entries()) {
    await events.progress(done);
    made += Number(make(number));
  }
  await events.end({ done: chosen.length, made });
  return 0;
}

/** Reads the files of blocks for collections. */
export function index(project: StepProject, blocks: string | undefined): Promise<number> {
  const chosen = project.plan.needsIndex ? chosenOf(blocks, project.manifest.blocks.length) : [];
  return makeAll("index", chosen, (number) => {
    const key = project.indexKey(number);
    return validFacts(project, key) === undefined && makeIndex(project, number, key);
  });
}

/** Reads the files of a block for collections, and stores the result `key`. */
export function makeIndex(project: StepProject, number: number, key: string): true {
  const { folder } = project;
  const goal = project.goal(
    { number, saved: undefined, references: [] },
    (run) => run.pauseAfterIndex(),
    (run, core) => ({
      sources: run.virtualSources(),
      contributions: run.takeContributions(),
      ...savedIn(project, run, core),
    }),
  );
  const { sources, contributions, ...result } = project.achieve(key, number, goal);
  folder.write(folder.result(key, CONTRIBUTIONS), contributions);
  if (sources !== "") {
    folder.write(folder.result(key, SOURCES), sources);
  }
  storeResult(project, number, key, result);
  return true;
}

export function check(project: StepProject, blocks: string | undefined): Promise<number> {
  return makeAll("check", chosenOf(blocks, project.count), (number) => {
    const key = project.checkKey(number);
    return validFacts(project, key) === undefined && makeCheck(project, number, key);
  });
}

function makeCheck(project: StepProject, number: number, key: string): true {
  const inputs = { number, saved: savedIndex(project, number), references: [] };
  const goal = project.goal(inputs, (run) => run.pauseAfterCheck(), saving(project));
  storeResult(project, number, key, project.achieve(key, number, goal));
  return true;
}

/** Returns the run of a block that has read the files for collections; undefined if no collections are needed. */
function savedIndex(project: StepProject, number: number): Uint8Array | undefined {
  if (!project.plan.needsIndex) {
    return undefined;
  }
  const key = project.isVirtual(number) ? project.index.virtual : project.indexKey(number);
  const saved = confirmedFacts(project, key) && project.folder.read(project.folder.result(key));
  if (saved === undefined) {
    throw new NotReady(`block ${number + 1} has not been read for collections`, "assay step index");
  }
  return saved;
}

/** Follows references to the files of groups of blocks. */
export function follow(project: StepProject, groups: string | undefined): Promise<number> {
  return makeAll("follow", chosenOf(groups, project.groups), (group) => {
    expectChecked(project, project.blocksOf(group));
    const { names, read } = referencesTo(project, group);
    if (names.length === 0) {
      return false;
    }
    const key = followKey(project, group, names);
    const known = project.folder.readJson<FollowedBlock[]>(project.folder.result(key));
    if (known?.every(([, result]) => validFacts(project, result) !== undefined)) {
      return false;
    }
    const followed = [...read()].map(([number, references]) => followBlock(project, number, references));
    project.folder.write(project.folder.result(key), JSON.stringify(followed));
    return true;
  });
}

/** A block whose references were followed, and the name of its result. */
export type FollowedBlock = readonly [number: number, key: string];

/** Follows the references to the files of a block, unless there is a result for the same references. */
function followBlock(project: StepProject, number: number, references: readonly Uint8Array[]): FollowedBlock {
  const checked = project.checkKey(number);
  const key = hashOf("follow", checked, confirmedFacts(project, checked)?.hash ?? "", ...references);
  if (validFacts(project, key) === undefined) {
    const inputs = { number, saved: checkedBlock(project, number), references };
    const goal = project.goal(inputs, (run) => run.pauseAfterReferences(), saving(project));
    // Following references leads to no further references.
    storeResult(project, number, key, { ...project.achieve(key, number, goal), references: [] });
  }
  return [number, key];
}

export function checkedBlock(project: StepProject, number: number): Uint8Array {
  expectChecked(project, [number]);
  return project.folder.read(project.folder.result(project.checkKey(number))) ?? new Uint8Array();
}

/** @throws {NotReady} When one of these blocks has not been checked. */
export function expectChecked(project: StepProject, numbers: readonly number[]): void {
  const missing = numbers.find((number) => !isChecked(project, number));
  if (missing !== undefined) {
    const block = missing + 1;
    throw new NotReady(`block ${block} has not been checked`, `assay step check ${project.folder.path} ${block}`);
  }
}

/** Returns true if a block has been checked. */
export function isChecked(project: StepProject, number: number): boolean {
  return confirmedFacts(project, project.checkKey(number)) !== undefined;
}

function saving(project: StepProject) {
  return (run: Run, core: Core) => savedIn(project, run, core);
}

function savedIn(project: StepProject, run: Run, core: Core): Omit<BlockResult, "leftOut"> {
  return using(core, run.save(project.sharedIn(core).blocks), (saved) => {
    const pieces = saved.references();
    const references = [...saved.targets].map((target, at) => [target, pieces[at] ?? new Uint8Array()] as const);
    return { bytes: saved.takeRun(), references };
  });
}
