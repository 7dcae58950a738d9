/** Records the files that are accessed while a batch is processed, each with its state at that time. */

import { createHash } from "node:crypto";
import type { FileState, FolderReader } from "../../node/folder.js";
import type { Reader } from "../../source.js";

/** The states of accessed files, concatenated. */
export interface AccessedFiles {
  paths: string[];
  /** {@link FIELDS} numbers for each file: see {@link stateOf}. */
  states: Float64Array;
  /** For each file, the {@link HASH} bytes of the hash of its content; zeros if only its size was requested. */
  hashes: Uint8Array;
}

/** The paths of files that were accessed for an outcome that a repeated run may not reproduce. */
export interface PathsOnly {
  paths: string[];
  states?: undefined;
}

/** The number of values in the state of a file. */
export const FIELDS = 5;
/** The number of bytes in a hash. */
export const HASH = 20;
/** The size of a file that does not exist. */
export const MISSING = -1;
/** The time before an access, in milliseconds, in which a change may be followed by one that keeps the times. */
export const RACY = 2000;
/** Shorter files, in bytes, are kept in memory while they are read: the hash is that of the bytes that were read. */
const LONG = 1 << 20;
const PART = 1 << 20;

/** Returns the state that shows changes of a file: size, two times, inode number, and the time of the access. */
export function stateOf(stats: FileState | null, now: number): number[] {
  return stats === null ? [MISSING, 0, 0, 0, now] : [stats.size, stats.mtimeMs, stats.ctimeMs, stats.ino, now];
}

/** Returns true if a file that was changed at these times, and accessed at `now`, may have changed again unnoticed. */
export function isRacy(mtime: number, ctime: number, now: number): boolean {
  return Math.max(mtime, ctime) > now - RACY;
}

export function hashOf(bytes: Uint8Array): Uint8Array {
  return createHash("sha1").update(bytes).digest();
}

interface FileAccess {
  state: number[];
  /** The hash of the content; undefined as long as only the size was requested. */
  hash?: Uint8Array;
  /** True if the file is too long to be kept in memory. */
  isLong: boolean;
  /** True if the content was requested. */
  isRead: boolean;
}

/** A source of files in a folder that records which files are accessed. */
export class AccessLog implements Required<Reader> {
  readonly #folder: FolderReader;
  #accesses = new Map<string, FileAccess>();
  #lastRead: { path: string; bytes: Uint8Array } | undefined;
  #isSure = true;

  /** Creates a recorder for `folder`, with an empty record. */
  constructor(folder: FolderReader) {
    this.#folder = folder;
  }

  begin(): void {
    this.#accesses = new Map();
    this.#lastRead = undefined;
    this.#isSure = true;
  }

  /** Returns the files accessed since `begin`; only their paths if states are uncertain or nothing is kept. */
  take(isLasting: boolean): AccessedFiles | PathsOnly {
    return (isLasting ? this.#accessed() : undefined) ?? { paths: [...this.#accesses.keys()] };
  }

  #accessed(): AccessedFiles | undefined {
    const accessed: AccessedFiles = {
      paths: [...this.#accesses.keys()],
      states: new Float64Array(this.#accesses.size * FIELDS),
      hashes: new Uint8Array(this.#accesses.size * HASH),
    };
    let at = 0;
    for (const [path, access] of this.#accesses) {
      const content = access.isRead && access.isLong ? this.#hashLong(path, access) : access.hash;
      if (!this.#isSure) {
        return undefined;
      }
      accessed.states.set(access.state, at * FIELDS);
      accessed.hashes.set(content ?? [], at * HASH);
      at += 1;
    }
    return accessed;
  }

  read(path: string): Uint8Array | null {
    const access = this.#access(path);
    if (access.state[0] === MISSING) {
      return null;
    }
    access.isRead = true;
    return access.isLong ? this.#surely(() => this.#folder.read(path)) : this.#whole(path, access);
  }

  size(path: string): number | null {
    const [size = MISSING] = this.#access(path).state;
    return size === MISSING ? null : size;
  }

  fill(path: string, view: Uint8Array, offset: number): number {
    const access = this.#access(path);
    if (access.state[0] === MISSING) {
      return -1;
    }
    access.isRead = true;
    if (access.isLong) {
      return this.#surely(() => this.#folder.fill(path, view, offset));
    }
    const found = this.#whole(path, access)?.subarray(offset, offset + view.length);
    if (found === undefined) {
      return -1;
    }
    view.set(found);
    return found.length;
  }

  /** Returns the state of a file, which is determined before anything of the file is read. */
  #access(path: string): FileAccess {
    let access = this.#accesses.get(path);
    if (access === undefined) {
      // Taken before the state is read, so that a change between the two counts as racy.
      const now = Date.now();
      const stats = this.#surely(() => this.#folder.stat(path));
      access = { state: stateOf(stats, now), isLong: (stats?.size ?? 0) >= LONG, isRead: false };
      this.#accesses.set(path, access);
    }
    return access;
  }

  /** Returns the whole content of a short file. */
  #whole(path: string, access: FileAccess): Uint8Array | null {
    // The engine reads the parts of one file in a row.
    if (this.#lastRead?.path === path) {
      return this.#lastRead.bytes;
    }
    const bytes = this.#surely(() => this.#folder.read(path));
    if (bytes === null) {
      this.#isSure = false;
      return null;
    }
    const content = hashOf(bytes);
    // The file may have changed since the earlier access.
    this.#isSure &&= bytes.length === access.state[0] && (access.hash === undefined || isSame(access.hash, content));
    access.hash = content;
    this.#lastRead = { path, bytes };
    return bytes;
  }

  /** Returns the hash of a long file, which was read in parts. A change meanwhile makes the record uncertain. */
  #hashLong(path: string, access: FileAccess): Uint8Array | undefined {
    try {
      const content = hashInParts(this.#folder, path);
      const [, mtime = 0, ctime = 0, , now = 0] = access.state;
      const again = stateOf(this.#folder.stat(path), now);
      this.#isSure &&= !isRacy(mtime, ctime, now) && again.every((number, at) => number === access.state[at]);
      return content;
    } catch {
      this.#isSure = false;
      return undefined;
    }
  }

  /** Runs `work`. A failure makes the record uncertain, as the file may be readable another time. */
  #surely<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.#isSure = false;
      throw error;
    }
  }
}

/** Returns the hash of a file of any length. For several parts, it is the hash of their hashes. */
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

/** Returns true if two hashes are equal. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
