/** Unpacks the members of a zip as files. A member that cannot be unpacked is skipped. */

import { type Limits, type Sum, tooMuch } from "../../../wasm/ts/zip/limits.js";
import { type Bytes, listMembers, type Member } from "../../../wasm/ts/zip/list.js";
import { inflate, isStored, Refused, startOf, verifyStored } from "../../../wasm/ts/zip/member.js";
import { PathFilter, type Skipped } from "./path.ts";

/** The result of unpacking a zip. */
export interface Unpacked {
  /** The unpacked members, by path. */
  files: [string, Blob][];
  /** The files and folders that were skipped, with the reasons. */
  skipped: Skipped[];
}

/** Reports progress: the number of members that are done, and the number of all. */
export type ProgressListener = (done: number, total: number) => void;

/** The number of members between two reports of progress. */
const MEMBERS_PER_REPORT = 50;

/**
 * Unpacks `zip`, whose bytes are those of `file`.
 *
 * @throws {ZipError} If nothing in it can be unpacked.
 */
export function unpack(zip: Bytes, file: Blob, limits: Limits, report: ProgressListener): Unpacked {
  return new Unpacking(zip, file, limits).run(report);
}

class Unpacking {
  readonly #zip: Bytes;
  readonly #file: Blob;
  readonly #limits: Limits;
  readonly #files = new Map<string, Blob>();
  readonly #filter = new PathFilter();
  /** The total sizes, in bytes, of the compressed members that were unpacked so far. */
  readonly #sum: Sum = { unpacked: 0, packed: 0 };
  /** The end of the previous member. In a zip bomb, members may overlap. */
  #end = 0;

  constructor(zip: Bytes, file: Blob, limits: Limits) {
    this.#zip = zip;
    this.#file = file;
    this.#limits = limits;
  }

  run(report: ProgressListener): Unpacked {
    // In the order of their bytes, so that a member that overlaps the previous one is noticed.
    const members = listMembers(this.#zip, this.#limits).sort((one, two) => one.offset - two.offset);
    for (const [done, member] of members.entries()) {
      if (done % MEMBERS_PER_REPORT === 0) {
        report(done, members.length);
      }
      this.#take(member);
    }
    report(members.length, members.length);
    return { files: [...this.#files], skipped: this.#filter.skipped };
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
      this.#filter.skip(path, error.message);
    }
  }

  /** Returns the path for a member; undefined if it is a folder, or is skipped, which is recorded with the reason. */
  #pathOf({ name, size }: Member): string | undefined {
    if (name === undefined) {
      return this.#filter.skip("(a member without a name)", "its name is not UTF-8, although the zip declares UTF-8");
    }
    // Backslashes that separate folders have been replaced by slashes.
    if (name.includes("\\")) {
      return this.#filter.skip(name, "its name contains a backslash, which separates folders on some systems only");
    }
    const path = this.#filter.pathOf(name);
    const isFolder = name.endsWith("/") && size === 0;
    if (path === undefined || isFolder || !this.#filter.passes(path)) {
      return undefined;
    }
    return this.#files.has(path)
      ? this.#filter.skip(path, "the zip has another member with the same name, which was imported")
      : path;
  }

  #content(member: Member): Blob {
    const { packed, size } = member;
    const start = startOf(this.#zip, member, this.#end);
    this.#end = start + packed;
    if (isStored(member)) {
      // The blob is a slice of the zip.
      verifyStored(this.#zip, member, start);
      return this.#file.slice(start, start + packed);
    }
    this.#watch(size, packed);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    inflate(this.#zip, member, start, (part) => {
      parts.push(part as Uint8Array<ArrayBuffer>);
      length += part.length;
      if (length > size) {
        throw new Refused("it is damaged: its content is longer than the zip's list says");
      }
    });
    this.#sum.unpacked += length;
    this.#sum.packed += packed;
    return new Blob(parts);
  }

  #watch(size: number, packed: number): void {
    const reason = tooMuch(this.#limits, size, packed, this.#sum);
    if (reason !== undefined) {
      throw new Refused(reason);
    }
  }
}
