/** The results that are kept between checks: in a file, in memory while files are watched, or not at all. */

import { explain } from "../../node/explain.js";
import type { CheckOptions } from "../options/check.js";
import { note } from "../output.js";
import { CacheFile } from "./file.js";
import { CacheKey, KEY_VARIABLE } from "./key.js";
import { KnownFiles } from "./known-files.js";
import { CacheStore, type StoredOutcome } from "./store.js";

/**
 * The results that are kept in memory between checks: `nothing`, the files that the last check accessed (`files`), or
 * also their outcomes (`results`). In a file, results are kept in all three cases.
 */
export type KeptResults = "nothing" | "files" | "results";

interface ReadCache {
  stored: StoredOutcome | undefined;
  files: KnownFiles | undefined;
  /** The messages about the file, which are reported once its content is needed. */
  messages: string[];
}

/** Returns the key for a cache, or undefined if there is no usable key, which is reported. */
function keyOrNote(named: string, project: readonly string[]): CacheKey | undefined {
  try {
    return CacheKey.of(project);
  } catch (error) {
    note(
      `the cache \`${named}\` is neither read nor written: ${explain(error)}; to use another key, set ${KEY_VARIABLE}`,
    );
    return undefined;
  }
}

/** A series of checks that share results. */
export class Session {
  readonly #file: CacheFile | undefined;
  readonly #kept: KeptResults;
  #memory: CacheStore | undefined;
  /** The content of the cache file, if it has been read for the current check. */
  #read: ReadCache | undefined;

  /**
   * Keeps results in the cache file `named`, and in memory depending on `kept`. If there is no key outside of the
   * `project` folders, no file is used, which is reported.
   *
   * @throws {Refusal} When the file cannot be written.
   */
  constructor(named: string | undefined, kept: KeptResults, project: readonly string[]) {
    this.#kept = kept;
    const key = named === undefined ? undefined : keyOrNote(named, project);
    if (named !== undefined && key !== undefined) {
      this.#file = new CacheFile(named, key);
      this.#file.prepare();
    }
  }

  /** The path of the cache file, if there is one. */
  get path(): string | undefined {
    return this.#file?.path;
  }

  /**
   * Returns the files that earlier checks accessed, and the links out of their folder, or undefined without earlier
   * checks. Their states can be requested in advance, before the identity of the check is known.
   */
  previousFiles(): { files: KnownFiles; outside: readonly string[] } | undefined {
    if (this.#kept === "results" && this.#memory !== undefined) {
      return this.#memory;
    }
    this.#read = this.#readFile();
    const { stored, files } = this.#read;
    return stored === undefined || files === undefined ? undefined : { files, outside: stored.outside };
  }

  /**
   * Begins a check and returns the results with the identity that `name` returns; `outside` are the links out of the
   * folder. Returns undefined, without calling `name`, if nothing is kept.
   */
  memory(name: () => string, outside: readonly string[]): CacheStore | undefined {
    if (this.#file === undefined && this.#kept === "nothing") {
      return undefined;
    }
    const identity = name();
    if (this.#memory?.identity !== identity || this.#kept === "files") {
      const { stored, files, messages } = this.#read ?? this.#readFile();
      for (const message of messages) {
        note(message);
      }
      this.#memory = new CacheStore(identity, outside, stored, files);
    }
    this.#read = undefined;
    this.#memory.begin();
    return this.#memory;
  }

  #readFile(): ReadCache {
    const messages: string[] = [];
    const stored = this.#file?.read((message) => messages.push(message));
    return { stored, files: stored === undefined ? undefined : new KnownFiles(stored), messages };
  }

  /** The results of the last check, if any are kept. */
  get last(): CacheStore | undefined {
    return this.#memory;
  }

  /** Ends a check and keeps its results; of a check of some files, only in memory. Throws a {@link Refusal}. */
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
