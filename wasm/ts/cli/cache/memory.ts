/**
 * What earlier checks found: the outcome of each batch, with the files that were looked at for it.
 *
 * An outcome is taken again when the batch is the same, to the byte, and every file that was looked at is what it was: by its
 * size, its times and its number, as git does it, or else by what is in it.
 */

import { createHash } from "node:crypto";
import type { FolderReader } from "../../node/folder.js";
import { type Columns, KnownFiles } from "./known.js";
import type { Glimpsed, Seen } from "./recorder.js";

/** What is known of files and batches, as it is written. */
export interface Stored extends Columns {
  /** What all of it depends on: rules, options, version, links. */
  identity: string;
  /** Links out of the folder, through which nothing was looked at. */
  outside: readonly string[];
  /** Hashes of batches, one behind the other. */
  keys: Uint8Array;
  /** For each batch and one more: where its files begin in `files`. */
  filesFrom: Uint32Array;
  /** Numbers of files. */
  files: Uint32Array;
  /** For each batch and one more: where its outcome begins in `outcomes`. */
  outcomesFrom: Float64Array;
  /** Outcomes, one behind the other. */
  outcomes: Uint8Array;
}

/** Bytes of the hash of a batch. */
const KEY = 32;

/** An outcome, and the numbers of the files that were looked at for it. */
interface Kept {
  readonly files: Uint32Array;
  readonly outcome: Uint8Array;
}

/** What is known from earlier checks, and what this one adds. */
export class Memory {
  readonly identity: string;
  /** Links out of the folder, which the identity tells of. */
  readonly outside: readonly string[];
  /** The files that were looked at for what is known. */
  readonly files: KnownFiles;
  /** By path what was seen last in the check at hand. */
  readonly #latest = new Map<string, number>();
  #batches = new Map<string, Kept>();
  /** What the last check of some files needed, in memory only: a file would grow with each choice of files. */
  #some = new Map<string, Kept>();
  /** The batches of the check at hand. */
  #used = new Map<string, Kept>();
  /** Files that were looked at for what is not kept. */
  readonly #glimpsed = new Set<string>();
  #round = 0;
  #isChanged = true;

  /** What `stored` says of these `files`, if it is of the same rules, options, version and links. */
  constructor(identity: string, outside: readonly string[], stored?: Stored, files?: KnownFiles) {
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

  /** Whether something is known now that was not stored. */
  get isChanged(): boolean {
    return this.#isChanged || this.files.isRenewed;
  }

  /** What is known was stored. */
  isStored(): void {
    this.#isChanged = false;
    this.files.isRenewed = false;
  }

  /** A check begins: what is known of files is to be compared again. */
  begin(): void {
    this.#round += 1;
    this.#latest.clear();
    this.#glimpsed.clear();
    this.#used = new Map();
    this.files.forgetAsked();
  }

  /** The files that the check at hand, or the last one, looked at. */
  looked(): Set<string> {
    const known = [...this.#used.values()].flatMap(({ files }) => Array.from(files, (file) => this.files.path(file)));
    return new Set([...known, ...this.#glimpsed]);
  }

  /** Whether all of these files that were looked at are still as they were then. */
  holds(paths: ReadonlySet<string>, folder: FolderReader): boolean {
    // What others were told of them is from before they were looked at.
    this.files.forgetAsked();
    const all = new Set([...this.#used.values()].flatMap(({ files }) => [...files]));
    return [...all].every((file) => !paths.has(this.files.path(file)) || this.files.compare(file, folder));
  }

  /** The outcome of a batch, if all that it was made of is as it was in `folder`. */
  recall(batch: Uint8Array, folder: FolderReader): Uint8Array | undefined {
    const key = keyOf(batch);
    const kept = this.#batches.get(key) ?? this.#some.get(key);
    if (kept === undefined || !this.files.hold(kept.files, folder, this.#round)) {
      return undefined;
    }
    this.#used.set(key, kept);
    return kept.outcome;
  }

  /** Notes the outcome of a batch, and what was looked at for it; of what is in parts, or may come out otherwise, only the latter. */
  keep(batch: Uint8Array, [outcome, ...more]: readonly Uint8Array[], seen: Seen | Glimpsed): void {
    if (seen.states === undefined || outcome === undefined || more.length > 0) {
      for (const path of seen.paths) {
        this.#glimpsed.add(path);
      }
      return;
    }
    this.#isChanged = true;
    const files = Uint32Array.from(seen.paths, (path, at) => this.#known(seen, path, at));
    this.#used.set(keyOf(batch), { files, outcome });
  }

  /** A check of some files is done: of others, what is known stays. */
  settleSome(): void {
    this.#some = this.#used;
    const kept = new Set([...this.#batches.values(), ...this.#some.values()]);
    this.files.keepOnly([...kept].map(({ files }) => files));
  }

  /** The check is done: what it did not need is forgotten. */
  settle(): void {
    this.#some.clear();
    this.#isChanged ||= this.#used.size !== this.#batches.size;
    this.#batches = this.#used;
    if (this.#isChanged) {
      this.files.keepOnly([...this.#batches.values()].map(({ files }) => files));
    }
  }

  /** All of it, to be written. */
  store(): Stored {
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

  #restore({ keys, filesFrom, files, outcomesFrom, outcomes }: Stored): void {
    const hex = Buffer.from(keys.buffer, keys.byteOffset, keys.length).toString("hex");
    for (let at = 0; at < keys.length / KEY; at += 1) {
      const its = files.subarray(filesFrom[at], filesFrom[at + 1]);
      const outcome = outcomes.subarray(outcomesFrom[at], outcomesFrom[at + 1]);
      this.#batches.set(hex.slice(at * KEY * 2, (at + 1) * KEY * 2), { files: its, outcome });
    }
  }

  /** The number of a file that a batch has just seen; the same one for all batches of a check that saw the same. */
  #known(seen: Seen, path: string, at: number): number {
    const latest = this.#latest.get(path);
    if (latest !== undefined && this.files.isAs(latest, seen, at)) {
      return latest;
    }
    const file = this.files.add(seen, at, this.#round);
    this.#latest.set(path, file);
    return file;
  }
}

function keyOf(batch: Uint8Array): string {
  return createHash("sha256").update(batch).digest("hex");
}

/** The sums of the first none, one, two … numbers. */
function sums(numbers: readonly number[]): number[] {
  let sum = 0;
  return [0, ...numbers.map((number) => (sum += number))];
}
