/** What the system says of many files, as threads are asked for it and tell it. */

import type { FolderReader } from "../../node/folder.js";
import type { Threads } from "../threads.js";
import type { KnownFiles } from "./known.js";
import { FIELDS, stateOf } from "./recorder.js";

/** To ask for so many files takes longer than to have others begin with it. */
const MANY = 10_000;

/** So many are asked at once: more would wait for each other. */
const MOST_ASKING = 4;

/** What is said of a file that cannot be asked for. */
const UNKNOWN = Number.NaN;

/** Files that are known, and where they are. */
export interface Place {
  files: KnownFiles;
  root: string;
  /** Links out of the folder, through which nothing is looked at. */
  outside: readonly string[];
}

/** The states of the files at these paths, of which each text has some, with a NUL between each two. */
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

/**
 * Has `threads` ask the system of all files that are known, where they are so many that it is worth it, while this one does other
 * things. Gives what {@link statesOf} says of them; nothing when this thread has to ask by itself.
 */
export async function foresee(place: Place | undefined, threads: Threads): Promise<Float64Array | undefined> {
  const count = place?.files.count ?? 0;
  if (place === undefined || count < MANY || threads.most === 1) {
    return undefined;
  }
  const { files, root, outside } = place;
  const { paths } = files.columns();
  // This thread is a busy one, too.
  const hands = Math.min(threads.most - 1, Math.ceil(count / MANY), MOST_ASKING);
  const size = Math.ceil(paths.length / hands);
  const shares = Array.from({ length: hands }, (_, hand) => paths.slice(hand * size, (hand + 1) * size));
  try {
    const asked = await threads.share(shares, (texts, thread) => {
      return thread.ask({ kind: "states", root, outside, paths: texts });
    });
    const [first] = asked;
    const all = asked.length === 1 ? first?.states : joined(asked.map(({ states }) => states));
    return all?.length === count * FIELDS ? all : undefined;
  } catch {
    return undefined;
  }
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
