/** An executor that starts workers only if there is enough work for them. */

import { attempt } from "../attempt.js";
import type { Compiled } from "../compiled.js";
import type { Executor, Run } from "../drive.js";
import { type Keeper, SameInstanceExecutor } from "../executor.js";
import type { Reader } from "../source.js";
import type { ThreadPool } from "./thread-pool.js";

/** The number of files, and of their bytes, up to which a check is faster than the start of a worker. */
export const FEW = { files: 64, bytes: 4 << 20 };

/** An executor that works on this thread while there is little work, and otherwise uses a pool of workers. */
export class AdaptiveExecutor implements Executor {
  readonly concurrency: number;
  readonly parts: number;
  readonly #compiled: Compiled;
  readonly #source: Reader;
  readonly #startPool: () => ThreadPool;
  readonly #here: SameInstanceExecutor;
  #pool: ThreadPool | undefined;
  /** The executor of the current stage: this thread or the pool. */
  #executor: Executor;

  /** Creates an executor for `concurrency` batches at once; the instance of `compiled` processes one at a time. */
  constructor(concurrency: number, compiled: Compiled, source: Reader, startPool: () => ThreadPool, keeper?: Keeper) {
    this.concurrency = concurrency;
    this.parts = concurrency;
    this.#compiled = compiled;
    this.#source = source;
    this.#startPool = startPool;
    this.#here = new SameInstanceExecutor(compiled, source, concurrency === 1, keeper);
    this.#executor = this.#here;
  }

  prepare(run: Run, batches: readonly Uint8Array[]): void {
    if (this.concurrency === 1 || this.#areFew(batches)) {
      this.#executor = this.#here;
    } else {
      this.#pool ??= this.#startPool();
      this.#executor = this.#pool;
    }
    this.#executor.prepare(run, batches);
  }

  work(batch: Uint8Array): Promise<Uint8Array[]> {
    return this.#executor.work(batch);
  }

  dispose(): void {
    this.#here.dispose();
    this.#pool?.dispose();
  }

  #areFew(batches: readonly Uint8Array[]): boolean {
    let files = 0;
    let bytes = 0;
    for (const batch of batches) {
      // Files without a path take time, too.
      files += this.#compiled.core.batchSize(batch);
      for (const path of this.#compiled.core.batchPaths(batch)) {
        // Reading a file reports the error if its size cannot be determined.
        bytes += attempt(() => this.#source.size?.(path)) ?? 0;
        if (bytes > FEW.bytes) {
          return false;
        }
      }
      if (files > FEW.files) {
        return false;
      }
    }
    return true;
  }
}
