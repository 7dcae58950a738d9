/**
 * The files that checks have accessed, with their states at that time, by number. A file that had two states
 * has two numbers.
 *
 * There may be very many files, and usually few of them have changed. They are stored in columns, and nothing is
 * allocated for a file that has not changed.
 */

import { attempt } from "../../attempt.js";
import type { FolderReader } from "../../node/folder.js";
import { type AccessedFiles, FIELDS, HASH, hashInParts, isRacy, isSame, MISSING, stateOf } from "./access-log.js";

/** The number of paths in one string, which are separated by NUL. */
export const PORTION = 1024;

export interface KnownColumns extends Pick<AccessedFiles, "states" | "hashes"> {
  /** Paths of files, {@link PORTION} of them in each string except the last. */
  paths: string[];
}

/** Files that checks have accessed, with their states. */
export class KnownFiles {
  #count: number;
  /** The paths of each portion as one string; undefined while only the list of its paths is up to date. */
  readonly #joined: (string | undefined)[];
  readonly #split: (string[] | undefined)[] = [];
  #states: Float64Array;
  #hashes: Uint8Array;
  /** For each file, the check in which it was last compared with the file system. */
  #rounds: Uint32Array;
  /** For each file, 1 if it was unchanged in that comparison. */
  #verdicts: Uint8Array;
  /** The states of the first files in the current check, if they were requested in advance. */
  #requested: Float64Array | undefined;
  /** True if a file was compared by its bytes, so that its stored times have changed. */
  isRenewed = false;

  /** Creates the files with these columns. */
  constructor(
    { paths, states, hashes }: KnownColumns = { paths: [], states: new Float64Array(), hashes: new Uint8Array() },
  ) {
    this.#count = states.length / FIELDS;
    this.#joined = paths;
    this.#states = states;
    this.#hashes = hashes;
    this.#rounds = new Uint32Array(this.#count);
    this.#verdicts = new Uint8Array(this.#count);
  }

  get count(): number {
    return this.#count;
  }

  /** Returns the columns without spare capacity. */
  columns(): KnownColumns {
    const portions = Math.ceil(this.#count / PORTION);
    return {
      paths: Array.from({ length: portions }, (_, portion) => this.#textOf(portion)),
      states: this.#states.subarray(0, this.#count * FIELDS),
      hashes: this.#hashes.subarray(0, this.#count * HASH),
    };
  }

  #textOf(portion: number): string {
    const text = this.#joined[portion] ?? this.#split[portion]?.join("\0") ?? "";
    this.#joined[portion] = text;
    return text;
  }

  #namesOf(portion: number): string[] {
    const names = this.#split[portion] ?? this.#joined[portion]?.split("\0") ?? [];
    this.#split[portion] = names;
    return names;
  }

  path(file: number): string {
    return this.#namesOf(Math.floor(file / PORTION))[file % PORTION] ?? "";
  }

  #name(file: number, path: string): void {
    const portion = Math.floor(file / PORTION);
    this.#namesOf(portion)[file % PORTION] = path;
    this.#joined[portion] = undefined;
  }

  /** Discards the states that were requested in advance. */
  forgetRequested(): void {
    this.#requested = undefined;
  }

  /** Sets the states of the first files, or of all files, in the current check, as `statesOf` returns them. */
  setRequested(requested: Float64Array | undefined): void {
    this.#requested = requested;
  }

  /** Adds the state of a file that a check has just accessed; returns the number of the file. */
  add({ paths, states, hashes }: AccessedFiles, at: number, round: number): number {
    const file = this.#count;
    this.#count += 1;
    this.#grow();
    this.#name(file, paths[at] ?? "");
    this.#states.set(states.subarray(at * FIELDS, (at + 1) * FIELDS), file * FIELDS);
    this.#hashes.set(hashes.subarray(at * HASH, (at + 1) * HASH), file * HASH);
    this.#rounds[file] = round;
    this.#verdicts[file] = 1;
    return file;
  }

  #grow(): void {
    if (this.#count <= this.#rounds.length) {
      return;
    }
    // Twice as much room each time, so that adding many files takes linear time.
    const room = Math.max(this.#count, this.#rounds.length * 2, PORTION);
    this.#states = grown(this.#states, new Float64Array(room * FIELDS));
    this.#hashes = grown(this.#hashes, new Uint8Array(room * HASH));
    this.#rounds = grown(this.#rounds, new Uint32Array(room));
    this.#verdicts = grown(this.#verdicts, new Uint8Array(room));
  }

  /** Returns true if a file had the state and the hash at index `at` of the accessed files. */
  hasState(file: number, { states, hashes }: AccessedFiles, at: number): boolean {
    const hash = hashes.subarray(at * HASH, (at + 1) * HASH);
    return this.#states[file * FIELDS] === states[at * FIELDS] && isSame(this.#hashOf(file), hash);
  }

  #hashOf(file: number): Uint8Array {
    return this.#hashes.subarray(file * HASH, (file + 1) * HASH);
  }

  areUnchanged(files: Uint32Array, folder: FolderReader, round: number): boolean {
    for (let at = 0; at < files.length; at += 1) {
      if (!this.#isUnchanged(files[at] as number, folder, round)) {
        return false;
      }
    }
    return true;
  }

  /** Returns true if a file is unchanged; the file is compared once in each check. */
  #isUnchanged(file: number, folder: FolderReader, round: number): boolean {
    if (this.#rounds[file] !== round) {
      this.#rounds[file] = round;
      this.#verdicts[file] = this.compare(file, folder) ? 1 : 0;
    }
    return this.#verdicts[file] === 1;
  }

  /** Returns true if a file is unchanged, even if this check has compared it before. */
  compare(file: number, folder: FolderReader): boolean {
    const requested = this.#requested;
    const at = file * FIELDS;
    // A state that is unknown is requested again.
    if (requested !== undefined && at < requested.length && !Number.isNaN(requested[at])) {
      const resembles = this.#resembles(file, requested, at);
      if (resembles !== undefined) {
        return resembles;
      }
      return this.#isOfSameBytes(file, folder, requested.subarray(at, at + FIELDS));
    }
    const state = attempt(() => stateOf(folder.stat(this.path(file)), Date.now()));
    return state !== undefined && (this.#resembles(file, state, 0) ?? this.#isOfSameBytes(file, folder, state));
  }

  /** Compares a file by its size, times and number. Returns undefined if its bytes have to be compared. */
  #resembles(file: number, now: ArrayLike<number>, from: number): boolean | undefined {
    const states = this.#states;
    const at = file * FIELDS;
    const size = now[from];
    if (size !== states[at]) {
      return false;
    }
    if (size === MISSING || this.#isUnread(file)) {
      return true;
    }
    const [mtime = 0, ctime = 0] = [now[from + 1], now[from + 2]];
    const isSame = mtime === states[at + 1] && ctime === states[at + 2] && now[from + 3] === states[at + 3];
    return isSame && !isRacy(mtime, ctime, states[at + 4] ?? 0) ? true : undefined;
  }

  /** Returns true if only the size of the file was requested. */
  #isUnread(file: number): boolean {
    const hashes = this.#hashes;
    for (let at = file * HASH, end = at + HASH; at < end; at += 1) {
      if (hashes[at] !== 0) {
        return false;
      }
    }
    return true;
  }

  #isOfSameBytes(file: number, folder: FolderReader, state: ArrayLike<number>): boolean {
    const content = attempt(() => hashInParts(folder, this.path(file)));
    if (content === undefined || !isSame(content, this.#hashOf(file))) {
      return false;
    }
    // With the new times, the next check need not compare the bytes.
    this.#states.set(state, file * FIELDS);
    this.isRenewed = true;
    return true;
  }

  /**
   * Forgets all files except those in these lists. Files at the end move into free places, and the lists are updated.
   * If few files are new, few numbers change.
   */
  keepOnly(lists: Iterable<Uint32Array>): void {
    const isNeeded = new Uint8Array(this.#count);
    let count = 0;
    const all = [...lists];
    for (const files of all) {
      for (let at = 0; at < files.length; at += 1) {
        const file = files[at] as number;
        count += 1 - (isNeeded[file] as number);
        isNeeded[file] = 1;
      }
    }
    if (count === this.#count) {
      return;
    }
    const places = new Map<number, number>();
    let free = 0;
    for (let file = count; file < this.#count; file += 1) {
      if (isNeeded[file] === 1) {
        free = isNeeded.indexOf(0, free);
        this.#move(file, free);
        places.set(file, free);
        free += 1;
      }
    }
    for (const files of all) {
      for (let at = 0; at < files.length; at += 1) {
        const place = (files[at] as number) < count ? undefined : places.get(files[at] as number);
        files[at] = place ?? (files[at] as number);
      }
    }
    this.#cut(count);
  }

  #move(file: number, place: number): void {
    this.#name(place, this.path(file));
    this.#states.copyWithin(place * FIELDS, file * FIELDS, (file + 1) * FIELDS);
    this.#hashes.copyWithin(place * HASH, file * HASH, (file + 1) * HASH);
    this.#rounds.copyWithin(place, file, file + 1);
    this.#verdicts.copyWithin(place, file, file + 1);
  }

  #cut(count: number): void {
    this.#count = count;
    const portions = Math.ceil(count / PORTION);
    if (count % PORTION > 0) {
      this.#namesOf(portions - 1).length = count % PORTION;
      this.#joined[portions - 1] = undefined;
    }
    this.#joined.length = Math.min(this.#joined.length, portions);
    this.#split.length = Math.min(this.#split.length, portions);
    // The numbers of the requested files have changed.
    this.#requested = undefined;
  }
}

function grown<A extends Float64Array | Uint8Array | Uint32Array>(old: A, room: A): A {
  room.set(old);
  return room;
}
