/** The members of a zip as files. Whatever is wrong with one of them, the others are taken. */

import { Inflate } from "fflate";
import type { Bytes } from "./bytes.ts";
import { crc32 } from "./crc32.ts";
import { type Limits, tooMuch } from "./limits.ts";
import { listMembers, type Member } from "./list.ts";
import { passedOver, pathOf } from "./path.ts";

/** Something that was not taken, or not as one may think. */
export interface Skipped {
  /** The file or folder, as it is called where it comes from. */
  path: string;
  /** Why, as a part of a sentence about it. */
  reason: string;
  /** Whether it was taken all the same. */
  taken?: boolean;
}

/** What came out of a zip. */
export interface Unpacked {
  /** The members that were taken, by path. */
  files: [string, Blob][];
  /** The others. */
  skipped: Skipped[];
}

/** How far the unpacking is: members done, of how many. */
export type Tell = (done: number, total: number) => void;

const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;
/** So much is inflated at once, in bytes: a thousand times that is the most that comes of it before limits are looked at. */
const SLICE = 16 * 1024;
/** So much of an unpacked member is read at once, in bytes. */
const STEP = 256 * 1024;
/** After so many members it is told how far it is. */
const TOLD_AFTER = 50;

/** Why a member cannot be taken. */
class Refused extends Error {}

/**
 * Takes the members out of `zip`, whose bytes are those of `file`.
 *
 * @throws {ZipError} When there is nothing to be had of it.
 */
export function unpack(zip: Bytes, file: Blob, limits: Limits, tell: Tell): Unpacked {
  return new Unpacking(zip, file, limits).run(tell);
}

class Unpacking {
  readonly #zip: Bytes;
  readonly #file: Blob;
  readonly #limits: Limits;
  readonly #files = new Map<string, Blob>();
  readonly #skipped: Skipped[] = [];
  readonly #folders = new Set<string>();
  /** Bytes unpacked by now. */
  #unpacked = 0;
  /** Where the member before ends. Those of a bomb may lie in each other. */
  #end = 0;

  constructor(zip: Bytes, file: Blob, limits: Limits) {
    this.#zip = zip;
    this.#file = file;
    this.#limits = limits;
  }

  run(tell: Tell): Unpacked {
    const members = listMembers(this.#zip, this.#limits).sort((one, two) => one.offset - two.offset);
    for (const [done, member] of members.entries()) {
      if (done % TOLD_AFTER === 0) {
        tell(done, members.length);
      }
      this.#take(member);
    }
    tell(members.length, members.length);
    return { files: [...this.#files], skipped: this.#skipped };
  }

  #take(member: Member): void {
    const path = this.#pathOf(member);
    if (path === undefined) {
      return;
    }
    try {
      this.#files.set(path, this.#content(member));
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      this.#skip(path, error.message);
    }
  }

  #skip(path: string, reason: string): void {
    this.#skipped.push({ path, reason });
  }

  /** Where the member goes; nothing when it is a folder, or it is told why it goes nowhere. */
  #pathOf({ name, size }: Member): string | undefined {
    if (name === undefined) {
      this.#skip("(a member without a name)", "its name is no UTF-8, although the zip says so");
      return undefined;
    }
    const { path, reason } = pathOf(name);
    if (path === undefined) {
      this.#skip(name, reason);
      return undefined;
    }
    if (/[/\\]$/.test(name) && size === 0) {
      return undefined;
    }
    const over = passedOver(path);
    if (over !== undefined) {
      if (!this.#folders.has(over.folder)) {
        this.#folders.add(over.folder);
        this.#skip(over.folder, over.reason);
      }
      return undefined;
    }
    if (this.#files.has(path)) {
      this.#skip(path, "the zip has another member of that name, which was taken");
      return undefined;
    }
    return path;
  }

  #content(member: Member): Blob {
    const { encrypted, link, method, packed, size } = member;
    if (encrypted) {
      throw new Refused("it is encrypted");
    }
    if (link) {
      throw new Refused("it is a link to another file");
    }
    if (method !== STORED && method !== DEFLATED) {
      throw new Refused(`it is packed in a way that is not read (method ${method})`);
    }
    const start = this.#start(member);
    if (method === STORED) {
      return this.#stored(member, start);
    }
    this.#watch(size, packed);
    return this.#inflated(member, start);
  }

  /** Where the bytes of a member begin. */
  #start({ offset, packed }: Member): number {
    const head = this.#zip.read(Math.max(0, offset), offset + LOCAL_SIZE);
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    if (head.length < LOCAL_SIZE || view.getUint32(0, true) !== LOCAL) {
      throw new Refused("it is damaged: it is not where the zip's list says");
    }
    const start = offset + LOCAL_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
    if (start + packed > this.#zip.size) {
      throw new Refused("it is damaged: the zip ends before it does");
    }
    if (offset < this.#end) {
      throw new Refused("it lies within the member before, as in zip bombs");
    }
    this.#end = start + packed;
    return start;
  }

  /** A member that is as it is: it stays a part of the zip. */
  #stored({ packed, crc, size }: Member, start: number): Blob {
    let sum = 0;
    for (let at = start; at < start + packed; at += STEP) {
      sum = crc32(this.#zip.read(at, Math.min(at + STEP, start + packed)), sum);
    }
    if (sum !== crc || size !== packed) {
      throw new Refused(DAMAGED);
    }
    return this.#file.slice(start, start + packed);
  }

  #inflated(member: Member, start: number): Blob {
    const { packed } = member;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    let sum = 0;
    let ended = false;
    const inflate = new Inflate((part, final) => {
      parts.push(part as Uint8Array<ArrayBuffer>);
      length += part.length;
      sum = crc32(part, sum);
      ended ||= final;
      this.#watch(length, packed);
    });
    try {
      for (let at = 0; at < packed || at === 0; at += SLICE) {
        const end = Math.min(at + SLICE, packed);
        inflate.push(this.#zip.read(start + at, start + end), end === packed);
      }
    } catch (error) {
      throw error instanceof Refused ? error : new Refused(DAMAGED);
    }
    if (!ended || length !== member.size || sum !== member.crc) {
      throw new Refused(DAMAGED);
    }
    this.#unpacked += length;
    return new Blob(parts);
  }

  #watch(size: number, packed: number): void {
    const reason = tooMuch(this.#limits, size, packed, this.#unpacked);
    if (reason !== undefined) {
      throw new Refused(reason);
    }
  }
}

const DAMAGED = "it is damaged: what comes out is not what went in";
