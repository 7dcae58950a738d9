/** The results of checked blocks, and what they know about files of other blocks. */

import type { AccessedFile } from "./listed-reader.js";
import type { StepProject } from "./project.js";
import { hashOf, joinPieces, piecesOf } from "./step-folder.js";

/** The facts about a result besides its bytes. */
interface ResultFacts {
  /** A hash of the bytes. */
  hash: string;
  /** The files of other blocks that were accessed: if they change, the result does not count. */
  accessed: AccessedFile[];
  /** The time of the list for which these files were found to be the same. */
  confirmed: string;
  /** The time of the list for which files could not be read: with a newer list, they are tried again. */
  leftOut: string | undefined;
  /** The division into blocks that the references are for. */
  layout: string;
  /** By group, the name of the file with the references to its blocks. */
  references: [group: number, name: string][];
}

/** The name of what is known about a result. */
const FACTS = ".json";

export interface BlockResult {
  /** The saved run. */
  bytes: Uint8Array;
  /** Its knowledge about files of other blocks, by the number of the block. */
  references: readonly (readonly [block: number, bytes: Uint8Array])[];
  /** The time of the list, if files could not be read. */
  leftOut: string | undefined;
}

/**
 * Returns what is known about a result, if it exists and belongs to the current list of files. It was made for this list,
 * or {@link validFacts} has found that it is right for it.
 */
export function confirmedFacts(project: StepProject, key: string): ResultFacts | undefined {
  const facts = usableFacts(project, key);
  return facts !== undefined && isConfirmed(project, facts) ? facts : undefined;
}

/** Like {@link confirmedFacts}, but compares the files that the result depends on if that has not been done. */
export function validFacts(project: StepProject, key: string): ResultFacts | undefined {
  const facts = usableFacts(project, key);
  if (facts === undefined || isConfirmed(project, facts)) {
    return facts;
  }
  if (!project.reader.areUnchanged(facts.accessed)) {
    return undefined;
  }
  const confirmed: ResultFacts = { ...facts, confirmed: project.manifest.listed };
  project.folder.write(project.folder.result(key, FACTS), JSON.stringify(confirmed));
  return confirmed;
}

function isConfirmed(project: StepProject, { accessed, confirmed }: ResultFacts): boolean {
  return accessed.length === 0 || confirmed === project.manifest.listed;
}

/** Returns the facts about a result, unless other blocks or the next attempt at unread files need another one. */
function usableFacts(project: StepProject, key: string): ResultFacts | undefined {
  const facts = project.folder.readJson<ResultFacts>(project.folder.result(key, FACTS));
  const isOfLayout = facts?.references.length === 0 || facts?.layout === project.layout;
  const isOfList = facts?.leftOut === undefined || facts.leftOut === project.manifest.listed;
  return isOfLayout && isOfList ? facts : undefined;
}

/** Stores a result of block `number`, and what it knows about files of other blocks. */
export function storeResult(
  project: StepProject,
  number: number,
  key: string,
  { bytes, references: pieces, leftOut }: BlockResult,
): void {
  const { folder } = project;
  const byGroup = new Map<number, (readonly [number, Uint8Array])[]>();
  for (const piece of pieces) {
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
    confirmed: project.manifest.listed,
    leftOut,
    layout: project.layout,
    references,
  };
  // Last, as it shows that the result is complete, and which references belong to it.
  folder.write(folder.result(key, FACTS), JSON.stringify(facts));
}

function groupFolder(project: StepProject, group: number): string {
  return `references/${project.layout}/${group}`;
}

export interface GroupReferences {
  /** The names of their files, which depend on their contents. */
  names: string[];
  read(): Map<number, Uint8Array[]>;
}

/** Finds the references to the blocks of a group that current results have. */
export function referencesTo(project: StepProject, group: number): GroupReferences {
  const at = groupFolder(project, group);
  const names = project.folder.names(at).filter((name) => {
    const [number = "", key = ""] = name.split("-");
    const isOfResult = Number(number) < project.count && key === project.checkKey(Number(number));
    // An earlier result with the same name may have had other references.
    return isOfResult && confirmedFacts(project, key)?.references.some(([, current]) => current === name);
  });
  const read = () => {
    const all = new Map<number, Uint8Array[]>();
    // In the order of blocks, so that results have the same bytes.
    for (const name of names.toSorted((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))) {
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
    return `${key} ${confirmedFacts(project, key)?.hash}`;
  });
  return hashOf("follow", project.layout, ...hashes, ...names);
}
