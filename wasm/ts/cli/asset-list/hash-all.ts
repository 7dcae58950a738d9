/** Hashes many files on several cores. */

import type { Progress } from "../../api.js";
import { answerAll } from "../batch-threads.js";
import { sizeOf } from "../inputs.js";
import { ProgressLine } from "../progress.js";
import { FileHasher, type Hashed, type UnreadFile } from "./hash.js";

/** The number of files, and of their bytes, up to which hashing is faster than the start of a thread. */
const FEW = { files: 64, bytes: 16 << 20 };

/** The number of files in a message to a thread: large enough to save messages, small enough to balance the threads. */
const BATCH = 32;

/** The threads that hash, and the receiver of the progress. */
interface Hashing {
  /** The maximum number of threads. */
  jobs: number;
  /** Called after every batch. */
  onProgress: (progress: Progress) => void;
}

/** Hashes files, with a progress line unless `quiet` is set. Throws the result of `unread` for a failure. */
export async function hashFiles(
  paths: readonly string[],
  { jobs, quiet }: { jobs: number; quiet: boolean },
  unread: (at: number, reason: string) => Error,
): Promise<Hashed[]> {
  const progress = new ProgressLine(!quiet, "hashing");
  const outcomes = await hashAll(paths, { jobs, onProgress: progress.update.bind(progress) }).finally(() => {
    progress.erase();
  });
  return outcomes.map((outcome, at) => {
    if ("reason" in outcome) {
      throw unread(at, outcome.reason);
    }
    return outcome;
  });
}

async function hashAll(paths: readonly string[], hashing: Hashing): Promise<(Hashed | UnreadFile)[]> {
  return hashing.jobs === 1 || areFew(paths) ? hashHere(paths, hashing) : hashTogether(paths, hashing);
}

function hashHere(paths: readonly string[], { onProgress }: Hashing): (Hashed | UnreadFile)[] {
  const hasher = new FileHasher();
  return paths.map((path, place) => {
    onProgress({ done: place, total: paths.length });
    return hasher.hash(path);
  });
}

function areFew(paths: readonly string[]): boolean {
  return paths.length <= FEW.files && paths.reduce((sum, path) => sum + sizeOf(path), 0) <= FEW.bytes;
}

async function hashTogether(paths: readonly string[], { jobs, onProgress }: Hashing): Promise<(Hashed | UnreadFile)[]> {
  const batches = Array.from({ length: Math.ceil(paths.length / BATCH) }, (_, at) => {
    return paths.slice(at * BATCH, (at + 1) * BATCH);
  });
  const threads = { program: "hash-worker", count: Math.min(jobs, batches.length), doing: "hashes" };
  const outcomes: (Hashed | UnreadFile)[][] = new Array(batches.length);
  let done = 0;
  await answerAll(batches, threads, (batch: (Hashed | UnreadFile)[], at) => {
    outcomes[at] = batch;
    done += batch.length;
    onProgress({ done, total: paths.length });
  });
  return outcomes.flat();
}
