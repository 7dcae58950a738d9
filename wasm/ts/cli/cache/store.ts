/**
 * The results of earlier checks: the outcome of each batch, with the files that were accessed for it.
 *
 * An outcome is used again if the batch is identical and every file that was accessed for it is unchanged. Like git,
 * this compares the size, the times and the inode number of a file, or else its content.
 */

import { createHash } from "node:crypto";
import type { FolderReader } from "../../node/folder.js";
import type { AccessedFiles, PathsOnly } from "./access-log.js";
import { type KnownColumns, KnownFiles } from "./known-files.js";

/** The known files and batches, in the form in which they are stored. */
export interface StoredOutcome extends KnownColumns {
  /** A string that identifies everything that the results depend on: rules, options, version and links. */
  identity: string;
  /** Links out of the folder, which were not followed. */
  outside: readonly string[];
  /** The hashes of the batches, concatenated. */
  keys: Uint8Array;
  /** For each batch, and for the end: the index in `files` at which its files begin. */
  filesFrom: Uint32Array;
  /** The numbers of files. */
  files: Uint32Array;
  /** For each batch, and for the end: the offset in `outcomes` at which its outcome begins. */
  outcomesFrom: Float64Array;
  /** The outcomes, concatenated. */
  outcomes: Uint8Array;
}

/** The number of bytes in the hash of a batch. */
const KEY = 32;

/** An outcome, and the numbers of the files that were accessed for it. */
interface KeptOutcome {
  readonly files: Uint32Array;
  readonly outcome: Uint8Array;
}

/** The results of earlier checks, and those that the current check adds. */
export class CacheStore {
  readonly identity: string;
  /** Links out of the folder, which are part of the identity. */
  readonly outside: readonly string[];
  /** The files that were accessed for the known outcomes. */
  readonly files: KnownFiles;
  /** The number of the state in which the current check last saw a file, by path. */
  readonly #latest = new Map<string, number>();
  #batches = new Map<string, KeptOutcome>();
  /** The results of the last check of some files; in the cache file, each choice of files would add to its size. */
  #some = new Map<string, KeptOutcome>();
  /** The batches of the current check. */
  #used = new Map<string, KeptOutcome>();
  /** Files that were accessed for outcomes that are not kept. */
  readonly #pathsOnly = new Set<string>();
  #round = 0;
  #isChanged = true;

  /** Restores the results in `stored`, which refer to `files`, if they have the same identity. */
  constructor(identity: string, outside: readonly string[], stored?: StoredOutcome, files?: KnownFiles) {
    this.identity = identity;
    this.outside = outside;
    if (stored?.identity === identity) {
      this.files = files ?? new KnownFiles(stored);
      this.#restore(stored);
      this.#isChanged = false;
    } else {
      this.files = new KnownFiles();
    }
  }

  /** True if there are results that have not been stored. */
  get isChanged(): boolean {
    return this.#isChanged || this.files.isRenewed;
  }

  /** Marks all results as stored. */
  isStored(): void {
    this.#isChanged = false;
    this.files.isRenewed = false;
  }

  /** Begins a check, in which known files have to be compared again. */
  begin(): void {
    this.#round += 1;
    this.#latest.clear();
    this.#pathsOnly.clear();
    this.#used = new Map();
    this.files.forgetRequested();
  }

  /** Returns the paths of the files that the current check, or the last one, accessed. */
  accessed(): Set<string> {
    const known = [...this.#used.values()].flatMap(({ files }) => Array.from(files, (file) => this.files.path(file)));
    return new Set([...known, ...this.#pathsOnly]);
  }

  /** Returns true if those of these files that were accessed are unchanged since then. */
  areUnchanged(paths: ReadonlySet<string>, folder: FolderReader): boolean {
    // The states that were requested in advance are older than the accesses.
    this.files.forgetRequested();
    const all = new Set([...this.#used.values()].flatMap(({ files }) => [...files]));
    return [...all].every((file) => !paths.has(this.files.path(file)) || this.files.compare(file, folder));
  }

  /** Returns the outcome of a batch, or undefined if it is unknown or depends on a file that has changed. */
  recall(batch: Uint8Array, folder: FolderReader): Uint8Array | undefined {
    const key = keyOf(batch);
    const kept = this.#batches.get(key) ?? this.#some.get(key);
    if (kept === undefined || !this.files.areUnchanged(kept.files, folder, this.#round)) {
      return undefined;
    }
    this.#used.set(key, kept);
    return kept.outcome;
  }

  /** Adds an outcome with its files; only their paths if it has several parts or may differ in another run. */
  keep(batch: Uint8Array, [outcome, ...more]: readonly Uint8Array[], accessed: AccessedFiles | PathsOnly): void {
    if (accessed.states === undefined || outcome === undefined || more.length > 0) {
      for (const path of accessed.paths) {
        this.#pathsOnly.add(path);
      }
      return;
    }
    this.#isChanged = true;
    const files = Uint32Array.from(accessed.paths, (path, at) => this.#known(accessed, path, at));
    this.#used.set(keyOf(batch), { files, outcome });
  }

  /** Ends a check of some files. The results for other files are kept. */
  settleSome(): void {
    this.#some = this.#used;
    const kept = new Set([...this.#batches.values(), ...this.#some.values()]);
    this.files.keepOnly([...kept].map(({ files }) => files));
  }

  /** Ends a check of all files. Results that it did not use are discarded. */
  settle(): void {
    this.#some.clear();
    this.#isChanged ||= this.#used.size !== this.#batches.size;
    this.#batches = this.#used;
    if (this.#isChanged) {
      this.files.keepOnly([...this.#batches.values()].map(({ files }) => files));
    }
  }

  /** Returns all results, to be written. */
  store(): StoredOutcome {
    const batches = [...this.#batches.values()];
    const filesFrom = Uint32Array.from(sums(batches.map(({ files }) => files.length)));
    const files = new Uint32Array(filesFrom[batches.length] ?? 0);
    for (const [at, batch] of batches.entries()) {
      files.set(batch.files, filesFrom[at]);
    }
    return {
      identity: this.identity,
      outside: this.outside,
      ...this.files.columns(),
      keys: Buffer.from([...this.#batches.keys()].join(""), "hex"),
      filesFrom,
      files,
      outcomesFrom: Float64Array.from(sums(batches.map(({ outcome }) => outcome.length))),
      outcomes: Buffer.concat(batches.map(({ outcome }) => outcome)),
    };
  }

  #restore({ keys, filesFrom, files, outcomesFrom, outcomes }: StoredOutcome): void {
    // One conversion for all keys is faster than one for each batch.
    const hex = Buffer.from(keys.buffer, keys.byteOffset, keys.length).toString("hex");
    for (let at = 0; at < keys.length / KEY; at += 1) {
      const its = files.subarray(filesFrom[at], filesFrom[at + 1]);
      const outcome = outcomes.subarray(outcomesFrom[at], outcomesFrom[at + 1]);
      this.#batches.set(hex.slice(at * KEY * 2, (at + 1) * KEY * 2), { files: its, outcome });
    }
  }

  /** Returns the number of an accessed file. Batches of a check that saw the same state get the same number. */
  #known(accessed: AccessedFiles, path: string, at: number): number {
    const latest = this.#latest.get(path);
    if (latest !== undefined && this.files.hasState(latest, accessed, at)) {
      return latest;
    }
    const file = this.files.add(accessed, at, this.#round);
    this.#latest.set(path, file);
    return file;
  }
}

function keyOf(batch: Uint8Array): string {
  return createHash("sha256").update(batch).digest("hex");
}

/** Returns the prefix sums of numbers, beginning with 0. */
function sums(numbers: readonly number[]): number[] {
  let sum = 0;
  return [0, ...numbers.map((number) => (sum += number))];
}
