/** An executor that starts workers only if there is enough work for them. */

import type { Compiled } from "../compiled.js";
import { type Keeper, SameInstance } from "../crew.js";
import type { Crew, Run } from "../drive.js";
import type { Reader } from "../source.js";
import type { Pool } from "./pool.js";

/** The number of files, and of their bytes, up to which a check is faster than the start of a worker. */
export const FEW = { files: 64, bytes: 4 << 20 };

/** An executor that works on this thread while there is little work, and otherwise uses a pool of workers. */
export class Frugal implements Crew {
  readonly hands: number;
  readonly parts: number;
  readonly #compiled: Compiled;
  readonly #source: Reader;
  readonly #hire: () => Pool;
  readonly #here: SameInstance;
  #pool: Pool | undefined;
  /** The executor of the current stage: this thread or the pool. */
  #crew: Crew;

  /** Creates an executor for up to `hands` batches at once; the instance of `compiled` processes one at a time. */
  constructor(hands: number, compiled: Compiled, source: Reader, hire: () => Pool, keeper?: Keeper) {
    this.hands = hands;
    this.parts = hands;
    this.#compiled = compiled;
    this.#source = source;
    this.#hire = hire;
    this.#here = new SameInstance(compiled, source, hands === 1, keeper);
    this.#crew = this.#here;
  }

  prepare(run: Run, batches: readonly Uint8Array[]): void {
    if (this.hands === 1 || this.#areFew(batches)) {
      this.#crew = this.#here;
    } else {
      this.#pool ??= this.#hire();
      this.#crew = this.#pool;
    }
    this.#crew.prepare(run, batches);
  }

  work(batch: Uint8Array): Promise<Uint8Array[]> {
    return this.#crew.work(batch);
  }

  dispose(): void {
    this.#here.dispose();
    this.#pool?.dispose();
  }

  #areFew(batches: readonly Uint8Array[]): boolean {
    let files = 0;
    let bytes = 0;
    for (const batch of batches) {
      // Files that are in no folder are no paths, and take time all the same.
      files += this.#compiled.core.batchSize(batch);
      for (const path of this.#compiled.core.batchPaths(batch)) {
        bytes += this.#size(path);
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

  /** Returns the size of a file, or 0 if it cannot be determined: reading the file reports that error. */
  #size(path: string): number {
    try {
      return this.#source.size?.(path) ?? 0;
    } catch {
      return 0;
    }
  }
}
