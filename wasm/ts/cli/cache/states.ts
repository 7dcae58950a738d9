/** What the system says of many files, as it travels between threads. */

import type { FolderReader } from "../../node/folder.js";
import { FIELDS, stateOf } from "./recorder.js";

/** What is said of a file that cannot be asked for. */
const UNKNOWN = Number.NaN;

/** The states of the files at `paths`, which have a NUL between each two. */
export function statesOf(folder: FolderReader, paths: string): Float64Array {
  const all = paths.split("\0");
  const states = new Float64Array(all.length * FIELDS);
  for (const [at, path] of all.entries()) {
    try {
      states.set(stateOf(folder.stat(path), Date.now()), at * FIELDS);
    } catch {
      states.fill(UNKNOWN, at * FIELDS, (at + 1) * FIELDS);
    }
  }
  return states;
}

/** The state at a place of {@link statesOf}; nothing when the file has to be asked for again, to hear what is wrong with it. */
export function stateAt(states: Float64Array, at: number): Float64Array | undefined {
  const state = states.subarray(at * FIELDS, (at + 1) * FIELDS);
  return state.length < FIELDS || Number.isNaN(state[0]) ? undefined : state;
}
