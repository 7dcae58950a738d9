/** Reads the files that git tracks, from the index of the repository: git keeps them even if `.gitignore` matches. */

import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { attempt } from "../attempt.js";
import { slashed } from "./around.js";
import { PathSet } from "./path-set.js";
import { readRegular } from "./regular.js";
import { repositoryAround } from "./repository.js";

// The format is described in `gitformat-index(5)`.

/** The numbers of bytes of an entry before its hash, and between its hash and its name. */
const BEFORE_HASH = 40;
const FLAGS = 2;
/** The lengths of hashes. The index does not specify which one it uses. */
const SHA1 = 20;
const SHA256 = 32;
/** The flag of an entry that has more flags, and the mask of the length of its name. */
const EXTENDED = 0x4000;
const LENGTH = 0xfff;

/** Returns the tracked files below `folder`; undefined without a repository, or for an unknown form of its index. */
export function trackedFiles(folder: string): PathSet | undefined {
  // Without an index, all files that ignore files match are ignored.
  return attempt(() => {
    const real = realpathSync(folder);
    const repository = repositoryAround(real);
    if (repository === undefined) {
      return undefined;
    }
    const bytes = readRegular(join(repository.git, "index"));
    const inside = slashed(relative(repository.top, real));
    const prefix = inside === "" ? "" : `${inside}/`;
    // With the wrong length, the lengths of names do not match.
    const names = attempt(() => namesIn(bytes, SHA1)) ?? attempt(() => namesIn(bytes, SHA256));
    const inFolder = names?.filter((name) => name.startsWith(prefix));
    return inFolder && new PathSet(inFolder.map((name) => name.slice(prefix.length)));
  });
}

/** Returns the names in an index whose hashes have this length; undefined if they do not, or the format is unknown. */
function namesIn(bytes: Buffer, hash: number): string[] | undefined {
  const version = bytes.readUInt32BE(4);
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || version < 2 || version > 4) {
    return undefined;
  }
  const names: string[] = [];
  // In version 4, a name begins with a prefix of the previous name, whose length is in bytes.
  let before: Buffer = Buffer.alloc(0);
  let at = 12;
  for (let left = bytes.readUInt32BE(8); left > 0; left -= 1) {
    const flags = bytes.readUInt16BE(at + BEFORE_HASH + hash);
    let from = at + BEFORE_HASH + hash + FLAGS + ((flags & EXTENDED) === 0 ? 0 : FLAGS);
    let name: Buffer = Buffer.alloc(0);
    if (version === 4) {
      const [dropped, next] = varint(bytes, from);
      name = before.subarray(0, before.length - dropped);
      from = next;
    }
    const to = bytes.indexOf(0, from);
    const length = flags & LENGTH;
    if (to < 0 || (length < LENGTH && name.length + to - from !== length)) {
      return undefined;
    }
    before = version === 4 ? Buffer.concat([name, bytes.subarray(from, to)]) : bytes.subarray(from, to);
    names.push(before.toString());
    // Before version 4, one to eight NULs follow a name, so that entries begin at multiples of eight.
    at = version === 4 ? to + 1 : at + ((to - at + 8) & ~7);
  }
  return names;
}

/** Reads a number of groups of seven bits, the highest first. A longer form starts after all shorter ones. */
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
