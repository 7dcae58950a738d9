/** An executor that processes only batches whose outcome is unknown. */

import type { Executor, Run } from "../../drive.js";
import type { FolderReader } from "../../node/folder.js";
import type { CacheStore } from "./store.js";

/** An executor that takes outcomes from memory and passes all other batches on. */
export class CachingExecutor implements Executor {
  readonly concurrency: number;
  readonly parts: number;
  readonly #executor: Executor;
  readonly #memory: CacheStore;
  readonly #folder: FolderReader;
  readonly #looking: Promise<void>;
  readonly #isTold: boolean;
  readonly #known = new Map<Uint8Array, Uint8Array>();

  /**
   * Uses the results in `memory` for `folder` as soon as `looking` has settled; `executor` processes all other batches and
   * adds their results to the memory. If `isTold` is true, the report counts the results from memory.
   */
  constructor(executor: Executor, memory: CacheStore, folder: FolderReader, looking: Promise<void>, isTold: boolean) {
    this.#isTold = isTold;
    this.#looking = looking;
    this.concurrency = executor.concurrency;
    this.parts = executor.parts;
    this.#executor = executor;
    this.#memory = memory;
    this.#folder = folder;
  }

  async prepare(run: Run, batches: readonly Uint8Array[]): Promise<void> {
    await this.#looking;
    this.#known.clear();
    for (const batch of batches) {
      const outcome = this.#memory.recall(batch, this.#folder);
      if (outcome !== undefined) {
        this.#known.set(batch, outcome);
        if (this.#isTold) {
          run.recalled(batch);
        }
      }
    }
    await this.#executor.prepare(
      run,
      batches.filter((batch) => !this.#known.has(batch)),
    );
  }

  work(batch: Uint8Array): Promise<Uint8Array[]> {
    const outcome = this.#known.get(batch);
    return outcome === undefined ? this.#executor.work(batch) : Promise.resolve([outcome]);
  }

  dispose(): void {
    this.#executor.dispose();
  }
}
