/** What a batch looks at: each file that is asked for while it is worked on, as it was then. */

import { createHash } from "node:crypto";
import type { FileState, FolderReader } from "../../node/folder.js";
import type { Reader } from "../../source.js";

/** What was seen of files, one behind the other. */
export interface Seen {
  /** Their paths. */
  paths: string[];
  /** Of each {@link FIELDS} numbers: see {@link stateOf}. */
  states: Float64Array;
  /** Of each the {@link HASH} bytes of a hash of what is in it; zeros when only its size was asked for. */
  hashes: Uint8Array;
}

/** Paths of files that were looked at for what may come out otherwise another time. */
export interface Glimpsed {
  /** Their paths. */
  paths: string[];
  states?: undefined;
}

/** Numbers of a file's state. */
export const FIELDS = 5;
/** Bytes of a hash. */
export const HASH = 20;
/** Size of a file that is not there. */
export const GONE = -1;
/** A file that was changed so short before it was looked at may have changed once more without a trace, in milliseconds. */
export const RACY = 2000;
/** Files up to this size are held while they are read, in bytes: what is hashed is what was seen. */
const LONG = 1 << 20;
const PART = 1 << 20;

/** Size, times of change, number and the time at which it was looked at: what tells that a file is another one. */
export function stateOf(stats: FileState | null, now: number): number[] {
  return stats === null ? [GONE, 0, 0, 0, now] : [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, now];
}

/** Whether a file that was changed at these times, and looked at `now`, may have changed again unseen. */
export function isRacy(mtime: number, ctime: number, now: number): boolean {
  return Math.max(mtime, ctime) > now - RACY;
}

/** The hash of some bytes. */
export function hashOf(bytes: Uint8Array): Uint8Array {
  return createHash("sha1").update(bytes).digest();
}

/** What is known of a file. */
interface Look {
  state: number[];
  /** The hash of its content; nothing while only its size was asked for. */
  hash?: Uint8Array;
  /** Whether it is too long to be held. */
  isLong: boolean;
  /** Whether its content was asked for. */
  isRead: boolean;
}

/** A folder as a source that notes what is asked of it. */
export class Recorder implements Required<Reader> {
  readonly #folder: FolderReader;
  #looks = new Map<string, Look>();
  #held: { path: string; bytes: Uint8Array } | undefined;
  #isSure = true;

  /** Reads `folder`, and has noted nothing yet. */
  constructor(folder: FolderReader) {
    this.#folder = folder;
  }

  /** Forgets what was noted. */
  begin(): void {
    this.#looks = new Map();
    this.#held = undefined;
    this.#isSure = true;
  }

  /** What was asked for since; only by name when that cannot be said for sure, or what came of it is not to be kept. */
  take(isLasting: boolean): Seen | Glimpsed {
    return (isLasting ? this.#seen() : undefined) ?? { paths: [...this.#looks.keys()] };
  }

  #seen(): Seen | undefined {
    const seen: Seen = {
      paths: [...this.#looks.keys()],
      states: new Float64Array(this.#looks.size * FIELDS),
      hashes: new Uint8Array(this.#looks.size * HASH),
    };
    let at = 0;
    for (const [path, look] of this.#looks) {
      const content = look.isRead && look.isLong ? this.#hashLong(path, look) : look.hash;
      if (!this.#isSure) {
        return undefined;
      }
      seen.states.set(look.state, at * FIELDS);
      seen.hashes.set(content ?? [], at * HASH);
      at += 1;
    }
    return seen;
  }

  read(path: string): Uint8Array | null {
    const look = this.#look(path);
    if (look.state[0] === GONE) {
      return null;
    }
    look.isRead = true;
    return look.isLong ? this.#surely(() => this.#folder.read(path)) : this.#whole(path, look);
  }

  size(path: string): number | null {
    const [size = GONE] = this.#look(path).state;
    return size === GONE ? null : size;
  }

  fill(path: string, view: Uint8Array, offset: number): number {
    const look = this.#look(path);
    if (look.state[0] === GONE) {
      return -1;
    }
    look.isRead = true;
    if (look.isLong) {
      return this.#surely(() => this.#folder.fill(path, view, offset));
    }
    const found = this.#whole(path, look)?.subarray(offset, offset + view.length);
    if (found === undefined) {
      return -1;
    }
    view.set(found);
    return found.length;
  }

  /** What is known of a file, which was looked at before anything was read. */
  #look(path: string): Look {
    let look = this.#looks.get(path);
    if (look === undefined) {
      const now = Date.now();
      const stats = this.#surely(() => this.#folder.stat(path));
      look = { state: stateOf(stats, now), isLong: (stats?.size ?? 0) >= LONG, isRead: false };
      this.#looks.set(path, look);
    }
    return look;
  }

  /** All of a short file. */
  #whole(path: string, look: Look): Uint8Array | null {
    if (this.#held?.path === path) {
      return this.#held.bytes;
    }
    const bytes = this.#surely(() => this.#folder.read(path));
    if (bytes === null) {
      this.#isSure = false;
      return null;
    }
    const content = hashOf(bytes);
    // It may have become another one since it was read before, or looked at.
    this.#isSure &&= bytes.length === look.state[0] && (look.hash === undefined || isSame(look.hash, content));
    look.hash = content;
    this.#held = { path, bytes };
    return bytes;
  }

  /** The hash of a file that was read part by part: of just what was read, if nothing can have changed meanwhile. */
  #hashLong(path: string, look: Look): Uint8Array | undefined {
    try {
      const content = hashInParts(this.#folder, path);
      const [, mtime = 0, ctime = 0, , now = 0] = look.state;
      const again = stateOf(this.#folder.stat(path), now);
      this.#isSure &&= !isRacy(mtime, ctime, now) && again.every((number, at) => number === look.state[at]);
      return content;
    } catch {
      this.#isSure = false;
      return undefined;
    }
  }

  /** Does `work`. What could not be read today may be tomorrow, by somebody else, so that nothing of it is kept. */
  #surely<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#isSure = false;
      throw error;
    }
  }
}

/** The hash of a file of any length: that of the hashes of its parts, if it has more than one. */
export function hashInParts(folder: FolderReader, path: string): Uint8Array | undefined {
  const part = new Uint8Array(PART);
  let parts = new Uint8Array();
  for (let offset = 0; ; offset += PART) {
    const filled = folder.fill(path, part, offset);
    if (filled < 0) {
      return undefined;
    }
    if (filled < PART && offset === 0) {
      return hashOf(part.subarray(0, filled));
    }
    parts = Buffer.concat([parts, hashOf(part.subarray(0, filled))]);
    if (filled < PART) {
      return hashOf(parts);
    }
  }
}

/** Whether two hashes are the same. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
