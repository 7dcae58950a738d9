/**
 * What earlier checks found: the outcome of each batch, with the files that were looked at for it.
 *
 * An outcome is taken again when the batch is the same, to the byte, and every file that was looked at is what it was: by its
 * size, its times and its number, as git does it, or else by what is in it.
 */

import { createHash } from "node:crypto";
import type { FolderReader } from "../../node/folder.js";
import { FIELDS, type Glimpsed, GONE, HASH, hashInParts, isRacy, isSame, type Seen, stateOf } from "./recorder.js";
import { stateAt } from "./states.js";

/** What is known of files and batches, as it is written. */
export interface Stored {
  /** What all of it depends on: rules, options, version. */
  identity: string;
  /** Paths of files, with a NUL between each two. */
  paths: string;
  /** As in {@link Seen}. */
  states: Float64Array;
  /** As in {@link Seen}. */
  hashes: Uint8Array;
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

/** To ask for so many files takes longer than to have others begin with it. */
const MANY = 10_000;

/** So many are asked at once: more would wait for each other. */
const MOST_ASKING = 4;

/** Bytes of the hash of a batch. */
const KEY = 32;

/** A file as it was when it was looked at. One that was seen in two states is two of these. */
class Known {
  readonly path: string;
  /** Where its state and its hash stand. */
  readonly #states: Float64Array;
  readonly #hashes: Uint8Array;
  readonly #at: number;
  /** The check in which it was compared with what is there. */
  round = 0;
  /** Whether it was the same then. */
  holds = false;
  /** What the system said of it in that check, if somebody asked beforehand. */
  asked: ArrayLike<number> | undefined;

  /** The file at `path`, of which the rest stands at `at`. */
  constructor(path: string, states: Float64Array, hashes: Uint8Array, at: number) {
    this.path = path;
    this.#states = states;
    this.#hashes = hashes;
    this.#at = at;
  }

  get state(): Float64Array {
    return this.#states.subarray(this.#at * FIELDS, (this.#at + 1) * FIELDS);
  }

  get hash(): Uint8Array {
    return this.#hashes.subarray(this.#at * HASH, (this.#at + 1) * HASH);
  }

  /** Notes that it was looked at again, and what its times are by now. */
  renew(state: ArrayLike<number>): void {
    this.#states.set(state, this.#at * FIELDS);
  }

  /** Whether it is still as it was, by what the system says of it; nothing when its bytes have to be compared. */
  resembles(now: ArrayLike<number>): boolean | undefined {
    const states = this.#states;
    const at = this.#at * FIELDS;
    const [size, mtime, ctime, number] = [now[0], now[1], now[2], now[3]];
    if (size !== states[at]) {
      return false;
    }
    if (size === GONE || this.#isUnread()) {
      return true;
    }
    const isSame = mtime === states[at + 1] && ctime === states[at + 2] && number === states[at + 3];
    return isSame && !isRacy(mtime ?? 0, ctime ?? 0, states[at + 4] ?? 0) ? true : undefined;
  }

  /** Whether only its size was asked for. */
  #isUnread(): boolean {
    const from = this.#at * HASH;
    for (let at = from; at < from + HASH; at += 1) {
      if (this.#hashes[at] !== 0) {
        return false;
      }
    }
    return true;
  }
}

/** An outcome, and what was looked at for it. */
interface Kept {
  readonly files: readonly Known[];
  readonly outcome: Uint8Array;
}

/** What is known from earlier checks, and what this one adds. */
export class Memory {
  readonly identity: string;
  /** By path what was seen last in the check at hand. */
  readonly #latest = new Map<string, Known>();
  #batches = new Map<string, Kept>();
  /** The batches of the check at hand. */
  #used = new Map<string, Kept>();
  /** Files that were looked at for what is not kept. */
  readonly #glimpsed = new Set<string>();
  #round = 0;
  #isChanged = true;

  /** What `stored` says, if it is of the same rules, options and version. */
  constructor(identity: string, stored?: Stored) {
    this.identity = identity;
    if (stored?.identity === identity) {
      this.#restore(stored);
      this.#isChanged = false;
    }
  }

  /** Whether something is known now that was not stored. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** What is known was stored. */
  isStored(): void {
    this.#isChanged = false;
  }

  /** A check begins: what is known of files is to be compared again. */
  begin(): void {
    this.#round += 1;
    this.#latest.clear();
    this.#glimpsed.clear();
    this.#used = new Map();
  }

  /** The files that the check at hand, or the last one, looked at. */
  looked(): Set<string> {
    const known = [...this.#used.values()].flatMap(({ files }) => files.map(({ path }) => path));
    return new Set([...known, ...this.#glimpsed]);
  }

  /** Whether all of these files that were looked at are still as they were then. */
  holds(paths: ReadonlySet<string>, folder: FolderReader): boolean {
    const all = new Set([...this.#used.values()].flatMap(({ files }) => files));
    return [...all].every((known) => {
      // What others were told of it is from before it was looked at.
      known.asked = undefined;
      return !paths.has(known.path) || this.#compare(known, folder);
    });
  }

  /**
   * Has others ask the system of all files that are known, up to `hands` at once, where they are so many that it is worth it. They get
   * paths with a NUL between each two, and say what {@link statesOf} does.
   */
  async foresee(hands: number, ask: (shares: string[]) => Promise<Float64Array[]>): Promise<void> {
    const all = [...new Set([...this.#batches.values()].flatMap(({ files }) => files))];
    for (const known of all) {
      known.asked = undefined;
    }
    if (all.length < MANY || hands === 1) {
      return;
    }
    const count = Math.min(hands, Math.ceil(all.length / MANY), MOST_ASKING);
    const size = Math.ceil(all.length / count);
    const shares = Array.from({ length: count }, (_, hand) => all.slice(hand * size, (hand + 1) * size));
    const asked = await ask(shares.map((share) => share.map(({ path }) => path).join("\0")));
    for (const [hand, share] of shares.entries()) {
      for (const [at, known] of share.entries()) {
        known.asked = stateAt(asked[hand] ?? new Float64Array(), at);
      }
    }
  }

  /** The outcome of a batch, if all that it was made of is as it was in `folder`. */
  recall(batch: Uint8Array, folder: FolderReader): Uint8Array | undefined {
    const key = keyOf(batch);
    const kept = this.#batches.get(key);
    if (kept === undefined || !kept.files.every((known) => this.#holds(known, folder))) {
      return undefined;
    }
    this.#used.set(key, kept);
    return kept.outcome;
  }

  /** Notes the outcome of a batch, and what was looked at for it; of what may come out otherwise only the latter. */
  keep(batch: Uint8Array, outcome: Uint8Array, seen: Seen | Glimpsed): void {
    if (seen.states === undefined) {
      for (const path of seen.paths) {
        this.#glimpsed.add(path);
      }
      return;
    }
    this.#isChanged = true;
    const { paths, states, hashes } = seen;
    const files = paths.map((path, at) => this.#known(new Known(path, states, hashes, at)));
    this.#used.set(keyOf(batch), { files, outcome });
  }

  /** The check is done: what it did not need is forgotten. */
  settle(): void {
    this.#isChanged ||= this.#used.size !== this.#batches.size;
    this.#batches = this.#used;
  }

  /** All of it, to be written. */
  store(): Stored {
    const batches = [...this.#batches.values()];
    const numbers = new Map<Known, number>();
    const files: number[] = [];
    for (const known of batches.flatMap((batch) => batch.files)) {
      const number = numbers.get(known) ?? numbers.size;
      numbers.set(known, number);
      files.push(number);
    }
    const states = new Float64Array(numbers.size * FIELDS);
    const hashes = new Uint8Array(numbers.size * HASH);
    for (const [known, at] of numbers) {
      states.set(known.state, at * FIELDS);
      hashes.set(known.hash, at * HASH);
    }
    return {
      identity: this.identity,
      paths: [...numbers.keys()].map(({ path }) => path).join("\0"),
      states,
      hashes,
      keys: Buffer.from([...this.#batches.keys()].join(""), "hex"),
      filesFrom: Uint32Array.from(sums(batches.map((batch) => batch.files.length))),
      files: Uint32Array.from(files),
      outcomesFrom: Float64Array.from(sums(batches.map((batch) => batch.outcome.length))),
      outcomes: Buffer.concat(batches.map((batch) => batch.outcome)),
    };
  }

  #restore({ paths, states, hashes, keys, filesFrom, files, outcomesFrom, outcomes }: Stored): void {
    const names = states.length === 0 ? [] : paths.split("\0");
    const all = names.map((path, at) => new Known(path, states, hashes, at));
    const hex = Buffer.from(keys.buffer, keys.byteOffset, keys.length).toString("hex");
    for (let at = 0; at < keys.length / KEY; at += 1) {
      const its: Known[] = [];
      for (const number of files.subarray(filesFrom[at], filesFrom[at + 1])) {
        its.push(all[number] as Known);
      }
      const outcome = outcomes.subarray(outcomesFrom[at], outcomesFrom[at + 1]);
      this.#batches.set(hex.slice(at * KEY * 2, (at + 1) * KEY * 2), { files: its, outcome });
    }
  }

  /** A file that a batch has just seen; the same one for all batches of a check that saw the same. */
  #known(seen: Known): Known {
    const latest = this.#latest.get(seen.path);
    if (latest !== undefined && latest.state[0] === seen.state[0] && isSame(latest.hash, seen.hash)) {
      return latest;
    }
    seen.round = this.#round;
    seen.holds = true;
    this.#latest.set(seen.path, seen);
    return seen;
  }

  /** Whether a file is as it was; looked at once in a check. */
  #holds(known: Known, folder: FolderReader): boolean {
    if (known.round !== this.#round) {
      known.round = this.#round;
      known.holds = this.#compare(known, folder);
    }
    return known.holds;
  }

  #compare(known: Known, folder: FolderReader): boolean {
    try {
      const state = known.asked ?? stateOf(folder.stat(known.path), Date.now());
      const resembles = known.resembles(state);
      if (resembles !== undefined) {
        return resembles;
      }
      const content = hashInParts(folder, known.path);
      if (content === undefined || !isSame(content, known.hash)) {
        return false;
      }
      known.renew(state);
      this.#isChanged = true;
      return true;
    } catch {
      return false;
    }
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
