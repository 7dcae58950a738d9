/** Reads the list of members at the end of a zip. Other modules decide which members can be used. */

import type { Limits } from "./limits.js";
import { fieldOf, nameOf, viewOf } from "./name.js";

/** A long sequence of bytes, which can be read at any position. */
export interface Bytes {
  /** The number of bytes. */
  readonly size: number;
  /** Returns the bytes from `start` up to `end`, or up to the last byte. They are valid until the next call. */
  read(start: number, end: number): Uint8Array;
}

/** The error for a zip that cannot be used. The message is the end of a sentence after a colon. */
export class ZipError extends Error {}

export interface Member {
  /** Its name; undefined if it cannot be decoded. */
  name: string | undefined;
  encrypted: boolean;
  link: boolean;
  /** The compression method: 0 for none, 8 for deflate. */
  method: number;
  /** The checksum of its content. */
  crc: number;
  /** Its packed size, in bytes. */
  packed: number;
  /** Its declared unpacked size, in bytes. */
  size: number;
  /** Its offset in the zip. */
  offset: number;
}

/** The place of the list. */
interface ListPlace {
  start: number;
  size: number;
  count: number;
  /** The number of bytes before the zip, by which all offsets are shifted: a self-extracting zip follows a program. */
  shift: number;
}

/** The file at the top of each package of assets. */
const METADATA = "metadata.json";

/** Returns true if a zip with these members is a package of assets. */
export function isPackage(members: readonly Member[]): boolean {
  return members.some(({ name }) => name === METADATA);
}

const END = 0x06054b50;
const END_SIZE = 22;
/** The maximum length of the comment that follows the end record. */
const MAX_COMMENT = 0xffff;
const END_64 = 0x06064b50;
const END_64_SIZE = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_SIZE = 20;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
/** The value that replaces a number which does not fit, and is stored elsewhere. */
const ELSEWHERE = 0xffffffff;
const EXTRA_64 = 1;

/** Returns the members of a zip in the order of its list. Throws a {@link ZipError} if it is damaged or too large. */
export function listMembers(zip: Bytes, limits: Limits): Member[] {
  const { start, size, count, shift } = locate(zip);
  if (count > limits.members) {
    throw new ZipError(`it has ${count} members; the limit is ${limits.members}`);
  }
  if (size > limits.directory || start < 0 || start + size > zip.size) {
    throw new ZipError("it is damaged: its list of members is not where it should be");
  }
  // A copy, because bytes that were read are valid only until the next call.
  const list = zip.read(start, start + size).slice();
  const members: Member[] = [];
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    const entry = entryAt(list, at);
    members.push({ ...entry.member, offset: entry.member.offset + shift });
    at = entry.next;
  }
  // Some tools truncate large numbers, and readers would then use only a part of the zip.
  if (at < list.length || (count === 0 && start > 0)) {
    throw new ZipError(`it is damaged: it contains more members than the ${count} that it declares`);
  }
  const first = members.reduce((least, { offset }) => Math.min(least, offset), start);
  if (hasMember(zip, 0, first)) {
    throw new ZipError("the bytes before its first member contain another member, which only some programs find");
  }
  return members;
}

function locate(zip: Bytes): ListPlace {
  const from = Math.max(0, zip.size - END_SIZE - MAX_COMMENT);
  const tail = zip.read(from, zip.size).slice();
  const view = viewOf(tail);
  // Readers search for the record from the end. It must not be in the comment of an earlier record.
  let found: number | undefined;
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) !== END) {
      continue;
    }
    const end = at + END_SIZE + view.getUint16(at + 20, true);
    if (found !== undefined && end > found && end <= tail.length) {
      throw new ZipError("it has two possible end records, and programs disagree about which one counts");
    }
    found ??= at;
  }
  const end = found === undefined ? 0 : found + END_SIZE + view.getUint16(found + 20, true);
  if (found === undefined || end > tail.length) {
    throw new ZipError(zip.size === 0 ? "it is empty" : "it is not a zip file, or its end is missing");
  }
  if (hasMember(zip, from + end, zip.size)) {
    throw new ZipError("the bytes after its end contain another member, which only some programs find");
  }
  return described(zip, view, found, from + found);
}

/** The number of bytes that are searched at once. */
const STEP = 1024 * 1024;

/** Returns true if these bytes contain the header of a member. */
function hasMember(zip: Bytes, start: number, end: number): boolean {
  for (let from = start; from + 4 <= end; from += STEP - 3) {
    const bytes = zip.read(from, Math.min(from + STEP, end));
    for (let at = bytes.indexOf(0x50); at >= 0; at = bytes.indexOf(0x50, at + 1)) {
      if (bytes[at + 1] === 0x4b && bytes[at + 2] === 3 && bytes[at + 3] === 4) {
        return true;
      }
    }
  }
  return false;
}

/** Reads the end record at `at` of the tail and `end` of the zip, and returns where the list of members is. */
function described(zip: Bytes, tail: DataView, at: number, end: number): ListPlace {
  // The value 0xffff means that the number is in the record of large zips.
  if (tail.getUint16(at + 4, true) !== 0 && tail.getUint16(at + 4, true) !== 0xffff) {
    throw new ZipError("it is split into several files, which is not supported");
  }
  const large = large64(zip, end);
  if (large !== undefined) {
    return large;
  }
  const size = tail.getUint32(at + 12, true);
  const start = end - size;
  return { start, size, count: tail.getUint16(at + 10, true), shift: start - tail.getUint32(at + 16, true) };
}

/** Like {@link described}, for a zip with numbers that do not fit into its end record, or undefined. */
function large64(zip: Bytes, end: number): ListPlace | undefined {
  if (end < LOCATOR_64_SIZE) {
    return undefined;
  }
  const locator = viewOf(zip.read(end - LOCATOR_64_SIZE, end).slice());
  if (locator.getUint32(0, true) !== LOCATOR_64) {
    return undefined;
  }
  const stated = numberAt(locator, 8);
  // Even if other bytes precede the zip, the record is directly before the locator.
  const last = end - LOCATOR_64_SIZE - END_64_SIZE;
  const at = [stated, last].find((place) => place >= 0 && isEnd64(zip, place));
  if (at === undefined) {
    throw new ZipError("it is damaged: its list of members is not where it should be");
  }
  const record = viewOf(zip.read(at, at + END_64_SIZE).slice());
  const [shift, size] = [at - stated, numberAt(record, 40)];
  return { start: numberAt(record, 48) + shift, size, count: numberAt(record, 32), shift };
}

function isEnd64(zip: Bytes, at: number): boolean {
  const record = viewOf(zip.read(at, at + END_64_SIZE));
  return record.byteLength === END_64_SIZE && record.getUint32(0, true) === END_64;
}

function entryAt(list: Uint8Array, at: number): { member: Member; next: number } {
  const view = viewOf(list.subarray(at));
  if (view.byteLength < ENTRY_SIZE || view.getUint32(0, true) !== ENTRY) {
    throw new ZipError("it is damaged: its list of members is truncated");
  }
  const nameEnd = ENTRY_SIZE + view.getUint16(28, true);
  const extraEnd = nameEnd + view.getUint16(30, true);
  const flags = view.getUint16(8, true);
  const extra = list.subarray(at + nameEnd, at + extraEnd);
  const member = {
    name: nameOf(list.subarray(at + ENTRY_SIZE, at + nameEnd), (flags & 0x800) !== 0, extra, view.getUint8(5)),
    // Bit 0 marks an encrypted member, bit 6 strong encryption, and bit 13 an encrypted list.
    encrypted: (flags & 0x2041) !== 0,
    // The upper half is the Unix mode. Some programs use it even if the zip was made on another system.
    link: (view.getUint16(40, true) & 0xf000) === 0xa000,
    method: view.getUint16(10, true),
    crc: view.getUint32(16, true),
    packed: view.getUint32(20, true),
    size: view.getUint32(24, true),
    offset: view.getUint32(42, true),
  };
  widen(member, extra);
  return { member, next: at + extraEnd + view.getUint16(32, true) };
}

/** Sets the numbers that are stored in the extra field. */
function widen(member: Member, extra: Uint8Array): void {
  const wide = fieldOf(extra, EXTRA_64) ?? new Uint8Array();
  let next = 0;
  // The extra field has the numbers in this order, and only those that did not fit.
  for (const field of ["size", "packed", "offset"] as const) {
    if (member[field] === ELSEWHERE && next + 8 <= wide.length) {
      member[field] = numberAt(viewOf(wide), next);
      next += 8;
    }
  }
}

/** Reads a number of eight bytes. Numbers above 2^53 are not exact, but are beyond the end of any zip. */
function numberAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}
