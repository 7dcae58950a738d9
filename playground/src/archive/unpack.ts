/** Unpacks the members of a zip as files. A member that cannot be unpacked is skipped. */

import { type Limits, type Sum, tooMuch } from "../../../wasm/ts/zip/limits.js";
import { type Bytes, listMembers, type Member } from "../../../wasm/ts/zip/list.js";
import { inflate, isStored, Refused, startOf, verifyStored } from "../../../wasm/ts/zip/member.js";
import { PathFilter, type Skipped } from "./path.ts";

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
  const files = new Map<string, Blob>();
  const filter = new PathFilter();
  /** The total sizes, in bytes, of the compressed members that were unpacked so far. */
  const sum: Sum = { unpacked: 0, packed: 0 };
  // In a zip bomb, members may overlap. In the order of their bytes, each overlap with the previous one is noticed.
  const members = listMembers(zip, limits).sort((one, two) => one.offset - two.offset);
  let end = 0;
  for (const [done, member] of members.entries()) {
    if (done % MEMBERS_PER_REPORT === 0) {
      report(done, members.length);
    }
    const path = pathOf(member, filter, files);
    if (path === undefined) {
      continue;
    }
    try {
      const start = startOf(zip, member, end);
      end = start + member.packed;
      if (isStored(member)) {
        verifyStored(zip, member, start);
        files.set(path, file.slice(start, end));
      } else {
        files.set(path, inflated(zip, member, start, limits, sum));
      }
    } catch (error) {
      if (!(error instanceof Refused)) {
        throw error;
      }
      filter.skip(path, error.message);
    }
  }
  report(members.length, members.length);
  return { files: [...files], skipped: filter.skipped };
}

/** Returns the path for a member; undefined if it is a folder, or is skipped, which is recorded with the reason. */
function pathOf({ name, size }: Member, filter: PathFilter, files: ReadonlyMap<string, Blob>): string | undefined {
  if (name === undefined) {
    return filter.skip("(a member without a name)", "its name is not UTF-8, although the zip declares UTF-8");
  }
  // Backslashes that separate folders have been replaced by slashes.
  if (name.includes("\\")) {
    return filter.skip(name, "its name contains a backslash, which separates folders on some systems only");
  }
  const path = filter.pathOf(name);
  const isFolder = name.endsWith("/") && size === 0;
  if (path === undefined || isFolder || !filter.passes(path)) {
    return undefined;
  }
  return files.has(path)
    ? filter.skip(path, "the zip has another member with the same name, which was imported")
    : path;
}

/** Returns the content of a compressed member, and adds its sizes to `sum`. */
function inflated(zip: Bytes, member: Member, start: number, limits: Limits, sum: Sum): Blob {
  const { packed, size } = member;
  const reason = tooMuch(limits, size, packed, sum);
  if (reason !== undefined) {
    throw new Refused(reason);
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  inflate(zip, member, start, (part) => {
    parts.push(part as Uint8Array<ArrayBuffer>);
    length += part.length;
    // The list of the zip may give a small size, so that the limits would not notice a bomb.
    if (length > size) {
      throw new Refused("it is damaged: its content is longer than the zip's list says");
    }
  });
  sum.unpacked += length;
  sum.packed += packed;
  return new Blob(parts);
}
