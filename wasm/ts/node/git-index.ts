/**
 * The files that git tracks, from the index of the repository around a folder: git keeps a file that it tracks, whatever
 * `.gitignore` says of it.
 *
 * Git itself is not called: a folder under check starts nothing. Names are read only where they are compared.
 */

import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { slashed } from "./around.js";
import { readRegular } from "./regular.js";

/** Bytes of an entry before its hash, and behind the hash before its name. */
const BEFORE_HASH = 40;
const FLAGS = 2;
/** Lengths of hashes: SHA-1, SHA-256. */
const HASHES = [20, 32];
/** The flag of an entry that has more flags, and the bits that hold the length of its name. */
const EXTENDED = 0x4000;
const LENGTH = 0xfff;

/** The tracked files below a folder, by paths from there. */
export class GitIndex {
  readonly #bytes: Buffer;
  /** Where each name begins and ends, in the order of names. */
  readonly #names: Uint32Array;
  /** The beginning of the index's paths to files in the folder. */
  readonly #prefix: string;

  private constructor(bytes: Buffer, names: Uint32Array, prefix: string) {
    this.#bytes = bytes;
    this.#names = names;
    this.#prefix = prefix;
  }

  /** Reads the index of the repository around `folder`. Returns nothing if there is none, or if it is split or not of version 2, 3 or 4. */
  static around(folder: string): GitIndex | undefined {
    try {
      const real = realpathSync(folder);
      const repository = repositoryAround(real);
      if (repository === undefined) {
        return undefined;
      }
      const bytes = readRegular(join(repository.git, "index"));
      const inside = slashed(relative(repository.top, real));
      for (const hash of HASHES) {
        const found = namesIn(bytes, hash);
        if (found !== undefined) {
          return new GitIndex(found.bytes, found.names, inside === "" ? "" : `${inside}/`);
        }
      }
      return undefined;
    } catch {
      // Then all that ignore files name is left out.
      return undefined;
    }
  }

  /** Returns true if git tracks the file at a path. */
  has(path: string): boolean {
    const name = Buffer.from(this.#prefix + path);
    return this.#name(this.#firstFrom(name))?.equals(name) === true;
  }

  /** The paths of the tracked files in a folder. */
  *below(folder: string): Generator<string> {
    const start = Buffer.from(`${this.#prefix}${folder}/`);
    for (let at = this.#firstFrom(start); ; at += 1) {
      const name = this.#name(at);
      if (name === undefined || !name.subarray(0, start.length).equals(start)) {
        return;
      }
      yield name.toString().slice(this.#prefix.length);
    }
  }

  #name(at: number): Buffer | undefined {
    const [from, to] = [this.#names[at * 2], this.#names[at * 2 + 1]];
    return from === undefined || to === undefined ? undefined : this.#bytes.subarray(from, to);
  }

  /** The place of the first name that is not before `name`. */
  #firstFrom(name: Buffer): number {
    let [from, to] = [0, this.#names.length / 2];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (Buffer.compare(this.#name(middle) as Buffer, name) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }
}

/** Names one behind the other in some bytes, and where each begins and ends. */
interface IndexNames {
  bytes: Buffer;
  names: Uint32Array;
}

/** The names of an index, if its hashes have that length; nothing if they do not, or the form is unknown. */
function namesIn(bytes: Buffer, hash: number): IndexNames | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || version < 2 || version > 4) {
    return undefined;
  }
  const count = bytes.readUInt32BE(8);
  // An entry is longer than this.
  if (count > bytes.length / hash) {
    return undefined;
  }
  const names = new Uint32Array(count * 2);
  const spelled: Buffer[] = [];
  for (let entry = 0, at = 12, end = 0, last: Buffer = Buffer.alloc(0); entry < count; entry += 1) {
    const flags = bytes.readUInt16BE(at + BEFORE_HASH + hash);
    let from = at + BEFORE_HASH + hash + FLAGS + ((flags & EXTENDED) === 0 ? 0 : FLAGS);
    if (version === 4) {
      const [dropped, behind] = varint(bytes, from);
      last = last.subarray(0, last.length - dropped);
      from = behind;
    }
    const to = bytes.indexOf(0, from);
    const length = flags & LENGTH;
    if (to < 0 || (length < LENGTH && (version === 4 ? last.length : 0) + to - from !== length)) {
      return undefined;
    }
    if (version === 4) {
      last = Buffer.concat([last, bytes.subarray(from, to)]);
      spelled.push(last);
      names.set([end, end + last.length], entry * 2);
      end += last.length;
      at = to + 1;
    } else {
      names.set([from, to], entry * 2);
      // Behind a name stand one to eight NULs, so that entries begin at multiples of eight.
      at += (to - at + 8) & ~7;
    }
  }
  return { bytes: version === 4 ? Buffer.concat(spelled) : bytes, names };
}

/** A number in groups of seven bits, the highest first, and where it ends: git counts each longer form from behind the shorter ones. */
function varint(bytes: Buffer, start: number): [number: number, end: number] {
  let at = start;
  let byte = bytes.readUInt8(at);
  let number = byte & 127;
  while ((byte & 128) !== 0) {
    at += 1;
    byte = bytes.readUInt8(at);
    number = (number + 1) * 128 + (byte & 127);
  }
  return [number, at + 1];
}

/** The repository around a real path: its folder for git, and the folder of its files. */
function repositoryAround(folder: string): { git: string; top: string } | undefined {
  const git = join(folder, ".git");
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined) {
    return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
  }
  if (found.isDirectory()) {
    return { git, top: folder };
  }
  // A submodule, or one of several checkouts, says where.
  const named = /^gitdir: (.+)$/m.exec(readRegular(git).toString())?.[1];
  const isElsewhere = named === undefined || /^[\\/]{2}/.test(named);
  return isElsewhere ? undefined : { git: resolve(folder, named), top: folder };
}
