/** Locates and unpacks one member of a zip. */

import { Inflate } from "fflate";
import { crc32 } from "./crc32.js";
import { inflate64 } from "./inflate64.js";
import type { Bytes, Member } from "./list.js";
import { viewOf } from "./name.js";

/** The error for a member that cannot be used. The message is the end of a sentence after a colon. */
export class Refused extends Error {}

const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
const DEFLATED_64 = 9;
/** The bytes that are inflated at once. They unpack to at most a thousand times as many before limits are checked. */
const SLICE = 16 * 1024;
/** The number of bytes of a stored member that are read at once. */
const STEP = 256 * 1024;

const DAMAGED = "it is damaged: its content does not match its size or its checksum";

/** Returns the position of a member's bytes after `before`, the end of the previous one, or throws {@link Refused}. */
export function startOf(zip: Bytes, { encrypted, link, method, offset, packed }: Member, before: number): number {
  if (encrypted) {
    throw new Refused("it is encrypted");
  }
  if (link) {
    throw new Refused("it is a link to another file");
  }
  if (method !== STORED && method !== DEFLATED && method !== DEFLATED_64) {
    throw new Refused(`its compression method is not supported (method ${method})`);
  }
  const head = zip.read(Math.max(0, offset), offset + LOCAL_SIZE);
  const view = viewOf(head);
  if (head.length < LOCAL_SIZE || view.getUint32(0, true) !== LOCAL) {
    throw new Refused("it is damaged: it is not at the position in the zip's list");
  }
  // The lengths may differ from those in the list.
  const start = offset + LOCAL_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + packed > zip.size) {
    throw new Refused("it is damaged: the zip ends before it does");
  }
  if (offset < before) {
    throw new Refused("it overlaps the previous member, as in zip bombs");
  }
  return start;
}

/** Returns true if a member is not compressed. */
export function isStored({ method }: Member): boolean {
  return method === STORED;
}

/** Throws {@link Refused} unless the checksum and the size of a member stored at `start` match. */
export function verifyStored(zip: Bytes, { packed, crc, size }: Member, start: number): void {
  let sum = 0;
  for (let at = start; at < start + packed; at += STEP) {
    sum = crc32(zip.read(at, Math.min(at + STEP, start + packed)), sum);
  }
  if (sum !== crc || size !== packed) {
    throw new Refused(DAMAGED);
  }
}

/** Unpacks a member from `start` on to `take`. Throws {@link Refused} for a wrong size or checksum, as `take` may. */
export function inflate(zip: Bytes, member: Member, start: number, take: (part: Uint8Array) => void): void {
  const { packed } = member;
  let length = 0;
  let sum = 0;
  let ended = false;
  const taken = (part: Uint8Array, final: boolean) => {
    length += part.length;
    sum = crc32(part, sum);
    ended ||= final;
    take(part);
  };
  try {
    if (member.method === DEFLATED_64) {
      inflate64(zip.read(start, start + packed).slice(), (part) => taken(part, true));
    } else {
      const inflating = new Inflate(taken);
      for (let at = 0; at < packed || at === 0; at += SLICE) {
        const end = Math.min(at + SLICE, packed);
        inflating.push(zip.read(start + at, start + end), end === packed);
      }
    }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(DAMAGED);
  }
  if (!ended || length !== member.size || sum !== member.crc) {
    throw new Refused(DAMAGED);
  }
}
