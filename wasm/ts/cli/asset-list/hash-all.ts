/** Hashes many files on several cores. */

import { answerAll } from "../batch-threads.js";
import { sizeOf } from "../inputs.js";
import { ProgressLine } from "../progress.js";
import { FileHasher, type Hashed, type UnreadFile } from "./hash.js";

/** The number of files, and of their bytes, up to which hashing is faster than the start of a thread. */
const FEW = { files: 64, bytes: 16 << 20 };

/** The number of files in a message to a thread: large enough to save messages, small enough to balance the threads. */
const BATCH = 32;

/** Hashes files, with a progress line unless `quiet` is set. Throws the result of `unread` for a failure. */
export async function hashFiles(
  paths: readonly string[],
  { jobs, quiet }: { jobs: number; quiet: boolean },
  unread: (at: number, reason: string) => Error,
): Promise<Hashed[]> {
  const progress = new ProgressLine(!quiet, "hashing");
  const onDone = (done: number) => progress.update({ done, total: paths.length });
  try {
    const isHere = jobs === 1 || areFew(paths);
    const outcomes = isHere ? hashHere(paths, onDone) : await hashTogether(paths, jobs, onDone);
    return outcomes.map((outcome, at) => {
      if ("reason" in outcome) {
        throw unread(at, outcome.reason);
      }
      return outcome;
    });
  } finally {
    progress.erase();
  }
}

function hashHere(paths: readonly string[], onDone: (done: number) => void): (Hashed | UnreadFile)[] {
  const hasher = new FileHasher();
  return paths.map((path, place) => {
    onDone(place);
    return hasher.hash(path);
  });
}

function areFew(paths: readonly string[]): boolean {
  return paths.length <= FEW.files && paths.reduce((sum, path) => sum + sizeOf(path), 0) <= FEW.bytes;
}

async function hashTogether(
  paths: readonly string[],
  jobs: number,
  onDone: (done: number) => void,
): Promise<(Hashed | UnreadFile)[]> {
  const batches = Array.from({ length: Math.ceil(paths.length / BATCH) }, (_, at) => {
    return paths.slice(at * BATCH, (at + 1) * BATCH);
  });
  const threads = { program: "hash-worker", count: Math.min(jobs, batches.length), doing: "hashes" };
  const outcomes: (Hashed | UnreadFile)[][] = new Array(batches.length);
  let done = 0;
  await answerAll(batches, threads, (batch: (Hashed | UnreadFile)[], at) => {
    outcomes[at] = batch;
    done += batch.length;
    onDone(done);
  });
  return outcomes.flat();
}
