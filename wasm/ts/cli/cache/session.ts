/** What is kept from check to check: in a file, in memory while files are watched, or not at all. */

import { CacheFile } from "./file.js";
import { Memory } from "./memory.js";

/**
 * What is kept in memory from check to check: nothing, which files the last one looked at, or what was found in them as well. In a
 * file, results are kept either way.
 */
export type Kept = "nothing" | "looked" | "found";

/** Checks that know of each other. */
export class Session {
  readonly #file: CacheFile | undefined;
  readonly #kept: Kept;
  #memory: Memory | undefined;

  /**
   * Keeps results in the file that is named, and in memory what `kept` says.
   *
   * @throws {Refusal} When the file cannot be written.
   */
  constructor(named: string | undefined, kept: Kept) {
    this.#file = named === undefined ? undefined : new CacheFile(named);
    this.#kept = kept;
    this.#file?.prepare();
  }

  /** The file, if there is one. */
  get path(): string | undefined {
    return this.#file?.path;
  }

  /** What is known, should all that it depends on be called as `name` says, which is not asked where nothing is kept. */
  memory(name: () => string): Memory | undefined {
    if (this.#file === undefined && this.#kept === "nothing") {
      return undefined;
    }
    const identity = name();
    if (this.#memory?.identity !== identity || this.#kept === "looked") {
      this.#memory = new Memory(identity, this.#file?.read());
    }
    this.#memory.begin();
    return this.#memory;
  }

  /** What the last check knew and saw, if anything is kept. */
  get last(): Memory | undefined {
    return this.#memory;
  }

  /**
   * A check is done: what it found is kept.
   *
   * @throws {Refusal} When it cannot be written.
   */
  save(): void {
    this.#memory?.settle();
    if (this.#memory?.isChanged) {
      this.#file?.write(this.#memory.store());
      this.#memory.isStored();
    }
  }
}
