/** The list of members at the end of a zip, as it stands there: whether a member can be used is asked elsewhere. */

import type { Limits } from "./limits.js";

/** Something long with bytes in it, which are read where they are wanted. */
export interface Bytes {
  /** How many there are. */
  readonly size: number;
  /** Those from `start` up to `end`: fewer when there are no more. They are good until the next call. */
  read(start: number, end: number): Uint8Array;
}

/** A zip that is of no use as a whole. The message is a part of a sentence about it. */
export class ZipError extends Error {}

/** A member as the list has it. */
export interface Member {
  /** Its name; nothing when it is no text. */
  name: string | undefined;
  /** Whether one needs a password. */
  encrypted: boolean;
  /** Whether it stands for another file. */
  link: boolean;
  /** How it is packed: 0 not at all, 8 deflated. */
  method: number;
  /** The checksum of its bytes. */
  crc: number;
  /** How long it is in the zip, in bytes. */
  packed: number;
  /** How long it says it is when unpacked, in bytes. */
  size: number;
  /** Where in the zip it begins. */
  offset: number;
}

/** Where the list is. */
interface Where {
  start: number;
  size: number;
  count: number;
  /** By how much all is behind where it says: what stands before a zip may be a program that opens it. */
  shift: number;
}

/** What a package of assets has at its top. */
const METADATA = "metadata.json";

/** Whether a zip with these members is a package of assets. */
export function isPackage(members: readonly Member[]): boolean {
  return members.some(({ name }) => name === METADATA);
}

const END = 0x06054b50;
const END_SIZE = 22;
/** A comment of that length may follow the end. */
const MAX_COMMENT = 0xffff;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_SIZE = 20;
const ENTRY = 0x02014b50;
const ENTRY_SIZE = 46;
/** Stands where a number has no room, which then follows elsewhere. */
const ELSEWHERE = 0xffffffff;
const EXTRA_64 = 1;

/**
 * The members of a zip, in the order of its list.
 *
 * @throws {ZipError} When it is none, or too large, or its list is damaged.
 */
export function listMembers(zip: Bytes, limits: Limits): Member[] {
  const { start, size, count, shift } = locate(zip);
  if (count > limits.members) {
    throw new ZipError(`it has ${count} members, and more than ${limits.members} are not taken`);
  }
  if (size > limits.list || start < 0 || start + size > zip.size) {
    throw new ZipError("it is damaged: its list of members is not where it should be");
  }
  const list = zip.read(start, start + size).slice();
  const members: Member[] = [];
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    const entry = entryAt(list, at);
    members.push({ ...entry.member, offset: entry.member.offset + shift });
    at = entry.next;
  }
  // Tools without room for large numbers write what is left of them, and readers then take a part of the zip for all of it.
  if (at < list.length || (count === 0 && start > 0)) {
    throw new ZipError(`it is damaged: it says that it has ${count} members, and holds more`);
  }
  return members;
}

function locate(zip: Bytes): Where {
  const from = Math.max(0, zip.size - END_SIZE - MAX_COMMENT);
  const tail = zip.read(from, zip.size).slice();
  const view = viewOf(tail);
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END && at + END_SIZE + view.getUint16(at + 20, true) <= tail.length) {
      return described(zip, view, at, from + at);
    }
  }
  throw new ZipError(zip.size === 0 ? "it is empty" : "it is no zip, or its end is missing");
}

/** What the end at `at` of the tail says, which is at `end` of the zip. */
function described(zip: Bytes, tail: DataView, at: number, end: number): Where {
  if (tail.getUint16(at + 4, true) !== 0 && tail.getUint16(at + 4, true) !== 0xffff) {
    throw new ZipError("it is spread over several files, which is not read");
  }
  const large = large64(zip, end);
  if (large !== undefined) {
    return large;
  }
  const size = tail.getUint32(at + 12, true);
  const start = end - size;
  return { start, size, count: tail.getUint16(at + 10, true), shift: start - tail.getUint32(at + 16, true) };
}

/** The same of a zip with numbers that have no room in its end. */
function large64(zip: Bytes, end: number): Where | undefined {
  if (end < LOCATOR_64_SIZE) {
    return undefined;
  }
  const locator = viewOf(zip.read(end - LOCATOR_64_SIZE, end).slice());
  if (locator.getUint32(0, true) !== LOCATOR_64) {
    return undefined;
  }
  const at = numberAt(locator, 8);
  const record = viewOf(zip.read(at, at + 56).slice());
  if (record.byteLength < 56 || record.getUint32(0, true) !== END_64) {
    throw new ZipError("it is damaged: its list of members is not where it should be");
  }
  return { start: numberAt(record, 48), size: numberAt(record, 40), count: numberAt(record, 32), shift: 0 };
}

function entryAt(list: Uint8Array, at: number): { member: Member; next: number } {
  const view = viewOf(list.subarray(at));
  if (view.byteLength < ENTRY_SIZE || view.getUint32(0, true) !== ENTRY) {
    throw new ZipError("it is damaged: its list of members breaks off");
  }
  const nameEnd = ENTRY_SIZE + view.getUint16(28, true);
  const extraEnd = nameEnd + view.getUint16(30, true);
  const flags = view.getUint16(8, true);
  const member = {
    name: decodedName(list.subarray(at + ENTRY_SIZE, at + nameEnd), (flags & 0x800) !== 0),
    encrypted: (flags & 0x2041) !== 0,
    // The upper half holds the mode of Unix where the zip was made there.
    link: view.getUint8(5) === 3 && (view.getUint16(40, true) & 0xf000) === 0xa000,
    method: view.getUint16(10, true),
    crc: view.getUint32(16, true),
    packed: view.getUint32(20, true),
    size: view.getUint32(24, true),
    offset: view.getUint32(42, true),
  };
  widen(member, list.subarray(at + nameEnd, at + extraEnd));
  return { member, next: at + extraEnd + view.getUint16(32, true) };
}

/** Puts in the numbers that had no room. */
function widen(member: Member, extra: Uint8Array): void {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== EXTRA_64) {
      continue;
    }
    let next = at + 4;
    for (const field of ["size", "packed", "offset"] as const) {
      if (member[field] === ELSEWHERE && next + 8 <= extra.length) {
        member[field] = numberAt(view, next);
        next += 8;
      }
    }
    return;
  }
}

/** A number of eight bytes. Above 2^53 it is not exact, and far beyond the end of any zip. */
function numberAt(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The characters that the upper half of bytes stands for in the code page of old zips. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** A name, which is UTF-8 or says that it is not; many are without saying so. */
function decodedName(bytes: Uint8Array, isUtf8: boolean): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return isUtf8 ? undefined : Array.from(bytes, letterOf).join("");
  }
}

function letterOf(byte: number): string {
  return byte < 128 ? String.fromCharCode(byte) : (CODE_PAGE_437[byte - 128] ?? "");
}
