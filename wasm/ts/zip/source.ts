/** A source of the members of a zip, which are unpacked when they are read. */

import { AssayError } from "../errors.js";
import { expected, isPlain, mustBe } from "../expected.js";
import type { Source, SourceProblem } from "../source.js";
import { LIMITS, type Limits, type Sum, tooMuch, type ZipLimits } from "./limits.js";
import { type Bytes, listMembers, type Member, ZipError } from "./list.js";
import { inflate, isStored, Refused, startOf, verifyStored } from "./member.js";

/** Matches folders of tools in a project or a zip, which are never checked. */
const PASSED_OVER = /(?:^|\/)(?:\.git|__MACOSX)\//;

/** A file of the zip: its place, or the reason why it cannot be read. */
type ZipPlace = { member: Member; start: number } | { reason: string };

/**
 * Returns a source of the files in a zip, at their paths in the zip. `.git` and the folders that macOS adds are
 * skipped. Members are unpacked one at a time. A member that exceeds the limits, is damaged or encrypted is a problem
 * if a rule matches it.
 *
 * A check with this source rejects with an {@link AssayError} `zip-unusable` if the bytes are not a zip, or exceed the
 * limits.
 *
 * @throws {AssayError} `misuse`, if the arguments are not bytes and limits.
 */
export function zip(bytes: Uint8Array | ArrayBuffer, limits: ZipLimits = {}): Source {
  const isBytes = bytes instanceof ArrayBuffer || ArrayBuffer.isView(bytes);
  expected(isBytes, "the bytes of a zip", bytes);
  mustBe(isPlain(limits), "limits", "an object of numbers by their names", limits);
  for (const [name, limit] of Object.entries(limits)) {
    expected(Object.hasOwn(LIMITS, name), `the name of a limit (${Object.keys(LIMITS).join(", ")})`, name);
    mustBe(limit === undefined || isLimit(limit), `the limit \`${name}\``, "a whole number", limit);
  }
  // An undefined limit keeps its default, so the objects cannot be spread.
  const settled = Object.fromEntries(
    Object.entries(LIMITS).map(([name, most]) => [name, limits[name as keyof ZipLimits] ?? most]),
  ) as unknown as Limits;
  const view =
    bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole: Bytes = { size: view.length, read: (start, end) => view.subarray(start, end) };
  let known: ListedZip | undefined;
  const listed = () => {
    known ??= listedIn(whole, settled);
    return known;
  };
  return {
    paths: () => listed().files.keys(),
    problems: () => listed().problems,
    read(path) {
      const place = listed().files.get(path);
      return place === undefined ? null : content(whole, place);
    },
  };
}

function isLimit(given: unknown): boolean {
  return given === Number.POSITIVE_INFINITY || (Number.isInteger(given) && (given as number) >= 0);
}

/** The files in a zip, and problems with members that cannot be checked. */
interface ListedZip {
  files: Map<string, ZipPlace>;
  problems: SourceProblem[];
}

function listedIn(whole: Bytes, limits: Limits): ListedZip {
  const listed: ListedZip = { files: new Map(), problems: [] };
  /** The end of the previous member, and the total sizes of all previous members. */
  const before = { end: 0, unpacked: 0, packed: 0 };
  for (const member of membersOf(whole, limits)) {
    const { name: path = "" } = member;
    if (PASSED_OVER.test(path) || (path.endsWith("/") && member.size === 0)) {
      continue;
    }
    const reason = listed.files.has(path)
      ? "the zip has another member with the same name"
      : unusable(member.name, path);
    if (reason !== undefined) {
      listed.problems.push({ code: "zip-name", message: `the member is not checked: ${reason}`, path });
      continue;
    }
    listed.files.set(path, placeOf(whole, member, limits, before));
  }
  return listed;
}

function membersOf(whole: Bytes, limits: Limits): Member[] {
  try {
    // In the order of their bytes, so that a member that overlaps the previous one is noticed.
    return listMembers(whole, limits).sort((one, other) => one.offset - other.offset);
  } catch (error) {
    throw error instanceof ZipError
      ? new AssayError("zip-unusable", `the zip cannot be read: ${error.message}`)
      : error;
  }
}

/** Returns the reason why a name cannot be used, or undefined if it can. */
function unusable(name: string | undefined, path: string): string | undefined {
  if (name === undefined) {
    return "its name is not UTF-8, although the zip declares UTF-8";
  }
  if (path.startsWith("/") || /^[a-z]:/i.test(path) || path.split("/").includes("..")) {
    return "its name is a path outside of the zip";
  }
  if (path.includes("\\")) {
    return "its name contains a backslash, which separates folders on some systems only";
  }
  return path === "" || path.includes("\0") ? "its name is not a valid file name" : undefined;
}

function placeOf(whole: Bytes, member: Member, limits: Limits, before: Sum & { end: number }): ZipPlace {
  try {
    const start = startOf(whole, member, before.end);
    before.end = start + member.packed;
    // A stored member is a part of the zip, so it needs no further memory.
    if (!isStored(member)) {
      const reason = tooMuch(limits, member.size, member.packed, before);
      if (reason !== undefined) {
        return { reason };
      }
      before.unpacked += member.size;
      before.packed += member.packed;
    }
    return { member, start };
  } catch (error) {
    if (error instanceof Refused) {
      return { reason: error.message };
    }
    throw error;
  }
}

/** Returns the bytes of a file, or throws the reason why it cannot be read. */
function content(whole: Bytes, place: ZipPlace): Uint8Array {
  if ("reason" in place) {
    throw new Error(place.reason);
  }
  const { member, start } = place;
  if (isStored(member)) {
    verifyStored(whole, member, start);
    return whole.read(start, start + member.packed);
  }
  const bytes = new Uint8Array(member.size);
  let at = 0;
  inflate(whole, member, start, (part) => {
    // A member that is larger than declared is damaged, and not unpacked any further.
    if (at + part.length > bytes.length) {
      throw new Refused("it is damaged: its content is longer than the zip's list says");
    }
    bytes.set(part, at);
    at += part.length;
  });
  return bytes;
}
