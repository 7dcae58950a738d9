/** A crew that does only the work of which the outcome is not known. */

import type { Crew, Run } from "../../drive.js";
import type { FolderReader } from "../../node/folder.js";
import type { Memory } from "./memory.js";

/** Takes outcomes from memory, and has others work on what is not in it. */
export class Remembering implements Crew {
  readonly hands: number;
  readonly parts: number;
  readonly #crew: Crew;
  readonly #memory: Memory;
  readonly #folder: FolderReader;
  readonly #looking: Promise<void>;
  readonly #isTold: boolean;
  readonly #known = new Map<Uint8Array, Uint8Array>();

  /**
   * What `memory` knows of `folder`, once somebody has been `looking` at the files; the rest is done by `crew`, which tells the
   * memory of it. The report counts what was known if it `isTold`.
   */
  constructor(crew: Crew, memory: Memory, folder: FolderReader, looking: Promise<void>, isTold: boolean) {
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
