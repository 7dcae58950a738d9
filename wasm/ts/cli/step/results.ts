/** The results of checked blocks, and what they know about files of other blocks. */

import type { AccessedFile } from "./listed-reader.js";
import type { StepProject } from "./project.js";
import { hashOf, joinPieces, piecesOf } from "./step-folder.js";

/** What is known about a result besides its bytes. */
interface ResultFacts {
  /** A hash of the bytes. */
  hash: string;
  /** The files of other blocks that were accessed: if they change, the result does not count. */
  accessed: AccessedFile[];
  /** The time of the list for which files were left out: with a newer list, they are tried again. */
  leftOut: string | undefined;
  /** The division into blocks that the references are for. */
  layout: string;
  /** By group, the name of the file with the references to its blocks. */
  references: [group: number, name: string][];
}

/** The name of what is known about a result. */
const FACTS = ".json";

/** The pieces of a result that belong to blocks, by number. */
export type Pieces = readonly (readonly [block: number, bytes: Uint8Array])[];

/** Returns what is known about a result, if it exists and may be used. */
export function validFacts(project: StepProject, key: string): ResultFacts | undefined {
  const { folder } = project;
  const facts = folder.readJson<ResultFacts>(folder.result(key, FACTS));
  const isUsable =
    facts !== undefined &&
    (facts.references.length === 0 || facts.layout === project.layout) &&
    (facts.leftOut === undefined || facts.leftOut === project.manifest.listed) &&
    project.reader.areUnchanged(facts.accessed);
  return isUsable ? facts : undefined;
}

/** Returns what is known about a result, whether it may be used or not. */
export function factsOf(project: StepProject, key: string): ResultFacts | undefined {
  return project.folder.readJson<ResultFacts>(project.folder.result(key, FACTS));
}

/** Stores the result of block `number`, and what it knows about files of other blocks. */
export function storeResult(project: StepProject, number: number, key: string, bytes: Uint8Array, known: Pieces): void {
  const { folder } = project;
  const earlier = factsOf(project, key);
  const byGroup = new Map<number, (readonly [number, Uint8Array])[]>();
  for (const piece of known) {
    const group = project.groupOf(piece[0]);
    byGroup.set(group, [...(byGroup.get(group) ?? []), piece]);
  }
  const references = [...byGroup].map(([group, pieces]): [number, string] => {
    const joined = joinPieces(pieces);
    const name = `${number}-${key}-${hashOf(joined).slice(0, 12)}`;
    folder.write(`${groupFolder(project, group)}/${name}`, joined);
    return [group, name];
  });
  folder.write(folder.result(key), bytes);
  const facts: ResultFacts = {
    hash: hashOf(bytes),
    accessed: project.reader.accessed(),
    leftOut: project.takeLeftOut() ? project.manifest.listed : undefined,
    layout: project.layout,
    references,
  };
  folder.write(folder.result(key, FACTS), JSON.stringify(facts));
  // References of an earlier result of the same name, which looked at other files then.
  for (const [group, name] of earlier?.layout === project.layout ? earlier.references : []) {
    if (!references.some(([, kept]) => kept === name)) {
      folder.remove(`${groupFolder(project, group)}/${name}`);
    }
  }
}

function groupFolder(project: StepProject, group: number): string {
  return `references/${project.layout}/${group}`;
}

/** The references to the blocks of a group. */
export interface GroupReferences {
  /** The names of their files, which depend on their contents. */
  names: string[];
  /** Returns the references to each block. */
  read(): Map<number, Uint8Array[]>;
}

/** Finds the references to the blocks of a group that current results have. */
export function referencesTo(project: StepProject, group: number): GroupReferences {
  const at = groupFolder(project, group);
  const names = project.folder.names(at).filter((name) => {
    const [number = "", key] = name.split("-");
    return Number(number) < project.count && key === project.checkKey(Number(number));
  });
  const read = () => {
    const all = new Map<number, Uint8Array[]>();
    // In the order of blocks, so that results have the same bytes.
    for (const name of names.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))) {
      for (const [block, bytes] of piecesOf(project.folder.read(`${at}/${name}`) ?? Buffer.alloc(0))) {
        all.set(block, [...(all.get(block) ?? []), bytes]);
      }
    }
    return all;
  };
  return { names, read };
}

/** Returns the name of the result of following the references to a group, given the names of their files. */
export function followKey(project: StepProject, group: number, names: readonly string[]): string {
  const hashes = project.blocksOf(group).map((number) => {
    const key = project.checkKey(number);
    return `${key} ${factsOf(project, key)?.hash}`;
  });
  return hashOf("follow", project.layout, ...hashes, ...names);
}
