/** The hashes of many files, on as many cores as there are. */

import { statSync } from "node:fs";
import { Worker } from "node:worker_threads";
import type { Progress } from "../../api.js";
import { Refusal } from "../refusal.js";
import { FileHasher, type Hashed, type UnreadFile } from "./hash.js";

/** Up to so many files, of so many bytes together, are hashed sooner than a thread starts. */
const FEW = { files: 64, bytes: 16 << 20 };

/** Files that a thread is given at once: enough to hide the way there, few enough that all end together. */
const BATCH = 32;

/** How many threads, and who hears how far it is. */
export interface Hashing {
  /** Threads, at most. */
  jobs: number;
  /** Called after every batch. */
  onProgress: (progress: Progress) => void;
}

/**
 * Hashes files, and returns what came of each, in their order.
 *
 * @throws {Refusal} When a thread ends before its work does.
 */
export async function hashAll(paths: readonly string[], hashing: Hashing): Promise<(Hashed | UnreadFile)[]> {
  return hashing.jobs === 1 || areFew(paths) ? hashHere(paths, hashing) : new HashPool(paths, hashing).run();
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

/** A file's size; that of one which cannot be had is told when it is read. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Threads that take batch after batch until there is none left. */
class HashPool {
  readonly #paths: readonly string[];
  readonly #hashing: Hashing;
  readonly #outcomes: (Hashed | UnreadFile)[];
  #taken = 0;
  #done = 0;

  constructor(paths: readonly string[], hashing: Hashing) {
    this.#paths = paths;
    this.#hashing = hashing;
    this.#outcomes = new Array(paths.length);
  }

  async run(): Promise<(Hashed | UnreadFile)[]> {
    const threads = Math.min(this.#hashing.jobs, Math.ceil(this.#paths.length / BATCH));
    const workers = Array.from({ length: threads }, () => new Worker(new URL("./hash-worker.js", import.meta.url)));
    try {
      await Promise.all(workers.map((worker) => this.#keepBusy(worker)));
      return this.#outcomes;
    } finally {
      // Nobody waits for their end: they have nothing left to do.
      for (const worker of workers) {
        void worker.terminate();
      }
    }
  }

  #keepBusy(worker: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      let from = 0;
      const next = () => {
        from = this.#taken;
        const batch = this.#paths.slice(from, from + BATCH);
        this.#taken += batch.length;
        if (batch.length === 0) {
          resolve();
        } else {
          worker.postMessage(batch);
        }
      };
      worker.on("message", (outcomes: (Hashed | UnreadFile)[]) => {
        for (const [place, outcome] of outcomes.entries()) {
          this.#outcomes[from + place] = outcome;
        }
        this.#done += outcomes.length;
        this.#hashing.onProgress({ done: this.#done, total: this.#paths.length });
        next();
      });
      worker.on("error", (error) => reject(new Refusal(`a thread that hashes broke down: ${String(error)}`)));
      worker.on("exit", (code) => reject(new Refusal(`a thread that hashes ended with code ${code}`)));
      next();
    });
  }
}
