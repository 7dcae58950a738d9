/** The states of many files, which are requested on several threads. */

import { type FolderReader, reader } from "../../node/folder.js";
import type { Threads } from "../threads.js";
import { FIELDS, stateOf } from "./access-log.js";
import type { KnownFiles } from "./known-files.js";

/** From this number of files on, requesting their states is faster on other threads. */
const MANY = 10_000;

/** The maximum number of threads that request states at once; more would wait for each other. */
export const MAX_THREADS = 4;

/** The value of every field in the state of a file that cannot be accessed. */
const UNKNOWN = Number.NaN;

/** A folder whose files are looked at. */
export interface FolderPlace {
  root: string;
  /** Links out of the folder, which are not followed. */
  outside: readonly string[];
}

/** Known files, and the folder that they are in. */
export interface KnownFolder extends FolderPlace {
  files: KnownFiles;
}

/** Returns the states of the files at these paths; each of `texts` has one or more paths, separated by NUL. */
export function statesOf(folder: FolderReader, texts: readonly string[]): Float64Array {
  const all = texts.flatMap((text) => text.split("\0"));
  const states = new Float64Array(all.length * FIELDS);
  for (let at = 0; at < all.length; at += 1) {
    try {
      states.set(stateOf(folder.stat(all[at] as string), Date.now()), at * FIELDS);
    } catch {
      states.fill(UNKNOWN, at * FIELDS, (at + 1) * FIELDS);
    }
  }
  return states;
}

/** Requests the states of known files on `threads`, or resolves to undefined if that is not worth it. */
export async function requestStates(
  place: KnownFolder | undefined,
  threads: Threads,
): Promise<Float64Array | undefined> {
  const count = place?.files.count ?? 0;
  if (place === undefined || count < MANY || threads.most === 1) {
    return undefined;
  }
  // This thread also works.
  const threadCount = Math.min(threads.most - 1, Math.ceil(count / MANY), MAX_THREADS);
  try {
    const all = await statesOn(threads, threadCount, place, place.files.columns().paths);
    return all.length === count * FIELDS ? all : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the states of the files at `paths`: on all `threads` if there are many. */
export async function statesTogether(
  place: FolderPlace,
  paths: readonly string[],
  threads: Threads,
): Promise<Float64Array> {
  const here = () => statesOf(reader(place.root, place.outside), paths);
  // A thread that cannot start is no reason to stop.
  return paths.length < MANY ? here() : statesOn(threads, threads.most, place, paths).catch(here);
}

/** Requests the states of files on this number of threads; each of `texts` has one or more paths, separated by NUL. */
async function statesOn(
  threads: Threads,
  count: number,
  { root, outside }: FolderPlace,
  texts: readonly string[],
): Promise<Float64Array> {
  const size = Math.ceil(texts.length / count);
  const shares = Array.from({ length: count }, (_, at) => texts.slice(at * size, (at + 1) * size));
  const answers = await threads.share(shares, (paths, thread) => {
    return thread.ask({ kind: "states", root, outside, paths });
  });
  const [first] = answers;
  return answers.length === 1 && first !== undefined ? first.states : joined(answers.map(({ states }) => states));
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
