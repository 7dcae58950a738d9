/** One member of a zip: where its bytes are, and what comes out of them. */

import { Inflate } from "fflate";
import { crc32 } from "./crc32.js";
import { inflate64 } from "./inflate64.js";
import type { Bytes, Member } from "./list.js";

/** Why a member cannot be taken, as a part of a sentence about it. */
export class Refused extends Error {}

const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
const DEFLATED_64 = 9;
/** So much is inflated at once, in bytes: a thousand times that is the most that comes of it before anybody looks. */
const SLICE = 16 * 1024;
/** So much of an unpacked member is read at once, in bytes. */
const STEP = 256 * 1024;

const DAMAGED = "it is damaged: what comes out is not what went in";

/**
 * Where the bytes of a member begin, of which the one before ends at `before`.
 *
 * @throws {Refused} When it is of a kind that is not read, or not where the list says, or lies in the one before.
 */
export function startOf(zip: Bytes, { encrypted, link, method, offset, packed }: Member, before: number): number {
  if (encrypted) {
    throw new Refused("it is encrypted");
  }
  if (link) {
    throw new Refused("it is a link to another file");
  }
  if (method !== STORED && method !== DEFLATED && method !== DEFLATED_64) {
    throw new Refused(`it is packed in a way that is not read (method ${method})`);
  }
  const head = zip.read(Math.max(0, offset), offset + LOCAL_SIZE);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.length < LOCAL_SIZE || view.getUint32(0, true) !== LOCAL) {
    throw new Refused("it is damaged: it is not where the zip's list says");
  }
  const start = offset + LOCAL_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (start + packed > zip.size) {
    throw new Refused("it is damaged: the zip ends before it does");
  }
  if (offset < before) {
    throw new Refused("it lies within the member before, as in zip bombs");
  }
  return start;
}

/** Whether a member is in the zip as it is. */
export function isStored({ method }: Member): boolean {
  return method === STORED;
}

/**
 * Looks whether a member that is stored at `start` is what went in.
 *
 * @throws {Refused} When it is not.
 */
export function verifyStored(zip: Bytes, { packed, crc, size }: Member, start: number): void {
  let sum = 0;
  for (let at = start; at < start + packed; at += STEP) {
    sum = crc32(zip.read(at, Math.min(at + STEP, start + packed)), sum);
  }
  if (sum !== crc || size !== packed) {
    throw new Refused(DAMAGED);
  }
}

/**
 * Unpacks a member that is deflated from `start` on, and hands what comes out to `take`, which may throw a {@link Refused} when
 * it has had too much.
 *
 * @throws {Refused} When it is not what went in.
 */
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
