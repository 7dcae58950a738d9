/** What is kept from check to check: in a file, in memory while files are watched, or not at all. */

import { explain } from "../../node/explain.js";
import type { CheckOptions } from "../options/check.js";
import { note } from "../output.js";
import { CacheFile } from "./file.js";
import { CacheKey, KEY_VARIABLE } from "./key.js";
import { KnownFiles } from "./known.js";
import { Memory, type Stored } from "./memory.js";

/**
 * What is kept in memory from check to check: nothing, which files the last one looked at, or what was found in them as well. In a
 * file, results are kept either way.
 */
export type Kept = "nothing" | "looked" | "found";

/** What was in the file. */
interface Read {
  stored: Stored | undefined;
  files: KnownFiles | undefined;
  /** What is to be said of it, once it is known that it was wanted. */
  said: string[];
}

/** The key for a cache; nothing when there is none to be had, which is said. */
function keyOrNote(named: string, project: readonly string[]): CacheKey | undefined {
  try {
    return CacheKey.of(project);
  } catch (error) {
    note(`the cache \`${named}\` is neither read nor written: ${explain(error)}; ${KEY_VARIABLE} gives another key`);
    return undefined;
  }
}

/** Checks that know of each other. */
export class Session {
  readonly #file: CacheFile | undefined;
  readonly #kept: Kept;
  #memory: Memory | undefined;
  /** What was in the file, when it has been read for the check at hand. */
  #read: Read | undefined;

  /**
   * Keeps results in the file that is named, and in memory what `kept` says. Without a key that is kept outside of the folders of the
   * `project` there is no file, which is said.
   *
   * @throws {Refusal} When the file cannot be written.
   */
  constructor(named: string | undefined, kept: Kept, project: readonly string[]) {
    this.#kept = kept;
    const key = named === undefined ? undefined : keyOrNote(named, project);
    if (named !== undefined && key !== undefined) {
      this.#file = new CacheFile(named, key);
      this.#file.prepare();
    }
  }

  /** The file, if there is one. */
  get path(): string | undefined {
    return this.#file?.path;
  }

  /**
   * What may be known, before all is there that it depends on: the files that were looked at, and links out of their folder. The
   * system can be asked for them meanwhile.
   */
  foreseeable(): { files: KnownFiles; outside: readonly string[] } | undefined {
    if (this.#kept === "found" && this.#memory !== undefined) {
      return this.#memory;
    }
    this.#read = this.#readFile();
    const { stored, files } = this.#read;
    return stored === undefined || files === undefined ? undefined : { files, outside: stored.outside };
  }

  /**
   * What is known, should all that it depends on be called as `name` says, which is not asked where nothing is kept, and these be
   * the links out of the folder.
   */
  memory(name: () => string, outside: readonly string[]): Memory | undefined {
    if (this.#file === undefined && this.#kept === "nothing") {
      return undefined;
    }
    const identity = name();
    if (this.#memory?.identity !== identity || this.#kept === "looked") {
      const { stored, files, said } = this.#read ?? this.#readFile();
      for (const what of said) {
        note(what);
      }
      this.#memory = new Memory(identity, outside, stored, files);
    }
    this.#read = undefined;
    this.#memory.begin();
    return this.#memory;
  }

  #readFile(): Read {
    const said: string[] = [];
    const stored = this.#file?.read((what) => said.push(what));
    return { stored, files: stored === undefined ? undefined : new KnownFiles(stored), said };
  }

  /** What the last check knew and saw, if anything is kept. */
  get last(): Memory | undefined {
    return this.#memory;
  }

  /**
   * A check is done: what it found is kept. One of some files leaves the file as it is.
   *
   * @throws {Refusal} When it cannot be written.
   */
  save({ files }: Pick<CheckOptions, "files">): void {
    if (files !== undefined) {
      this.#memory?.settleSome();
      return;
    }
    this.#memory?.settle();
    if (this.#memory?.isChanged) {
      this.#file?.write(this.#memory.store());
      this.#memory.isStored();
    }
  }
}
