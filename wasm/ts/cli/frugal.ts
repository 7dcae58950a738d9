/** A crew that starts workers only when there is enough for them to do. */

import type { Compiled } from "../compiled.js";
import { type Keeper, SameInstance } from "../crew.js";
import type { Crew, Run } from "../drive.js";
import type { Reader } from "../source.js";
import type { Pool } from "./pool.js";

/** Up to so many files, of so many bytes together, are checked sooner than a worker starts. */
const FEW = { files: 64, bytes: 4 << 20 };

/** Works here while there is little to do, and has a pool do what is more. */
export class Frugal implements Crew {
  readonly hands: number;
  readonly parts: number;
  readonly #compiled: Compiled;
  readonly #source: Reader;
  readonly #hire: () => Pool;
  readonly #here: SameInstance;
  #pool: Pool | undefined;
  /** Who works on the stage at hand. */
  #crew: Crew;

  /** A crew for up to `hands` batches at once, of which the instance of `compiled` works on one at a time. */
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

  /** A file's size; that of one which cannot be had is told when it is read. */
  #size(path: string): number {
    try {
      return this.#source.size?.(path) ?? 0;
    } catch {
      return 0;
    }
  }
}
