/** An executor that processes only batches whose outcome is unknown. */

import type { Executor, Run } from "../../drive.js";
import type { FolderReader } from "../../node/folder.js";
import type { CacheStore } from "./store.js";

/** An executor that takes outcomes from memory and passes all other batches on. */
export class CachingExecutor implements Executor {
  readonly concurrency: number;
  readonly parts: number;
  readonly #executor: Executor;
  readonly #store: CacheStore;
  readonly #folder: FolderReader;
  readonly #loaded: Promise<void>;
  readonly #isReported: boolean;
  readonly #known = new Map<Uint8Array, Uint8Array>();

  /**
   * Uses the results in `store` for `folder` as soon as `loaded` has settled; `executor` processes all other batches
   * and adds their results to it. If `isReported` is true, the report counts the results from the store.
   */
  constructor(executor: Executor, store: CacheStore, folder: FolderReader, loaded: Promise<void>, isReported: boolean) {
    this.#isReported = isReported;
    this.#loaded = loaded;
    this.concurrency = executor.concurrency;
    this.parts = executor.parts;
    this.#executor = executor;
    this.#store = store;
    this.#folder = folder;
  }

  async prepare(run: Run, batches: readonly Uint8Array[]): Promise<void> {
    await this.#loaded;
    this.#known.clear();
    // Before the stage begins, so that workers start only for the batches that are left.
    for (const batch of batches) {
      const outcome = this.#store.recall(batch, this.#folder);
      if (outcome !== undefined) {
        this.#known.set(batch, outcome);
        if (this.#isReported) {
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
