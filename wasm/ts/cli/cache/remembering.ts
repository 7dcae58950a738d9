/** An executor that processes only batches whose outcome is unknown. */

import type { Crew, Run } from "../../drive.js";
import type { FolderReader } from "../../node/folder.js";
import type { CacheMemory } from "./memory.js";

/** An executor that takes outcomes from memory and passes all other batches on. */
export class Remembering implements Crew {
  readonly hands: number;
  readonly parts: number;
  readonly #crew: Crew;
  readonly #memory: CacheMemory;
  readonly #folder: FolderReader;
  readonly #looking: Promise<void>;
  readonly #isTold: boolean;
  readonly #known = new Map<Uint8Array, Uint8Array>();

  /**
   * Uses the results in `memory` for `folder` as soon as `looking` has settled; `crew` processes all other batches and
   * adds their results to the memory. If `isTold` is true, the report counts the results from memory.
   */
  constructor(crew: Crew, memory: CacheMemory, folder: FolderReader, looking: Promise<void>, isTold: boolean) {
    this.#isTold = isTold;
    this.#looking = looking;
    this.hands = crew.hands;
    this.parts = crew.parts;
    this.#crew = crew;
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
    await this.#crew.prepare(
      run,
      batches.filter((batch) => !this.#known.has(batch)),
    );
  }

  work(batch: Uint8Array): Promise<Uint8Array[]> {
    const outcome = this.#known.get(batch);
    return outcome === undefined ? this.#crew.work(batch) : Promise.resolve([outcome]);
  }

  dispose(): void {
    this.#crew.dispose();
  }
}
