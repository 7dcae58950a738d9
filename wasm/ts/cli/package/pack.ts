/** A file → a member of an archive: deflated, or as it is where that is in vain. */

import type { Core } from "../../core.js";
import { guarded } from "../../core.js";
import { explain } from "../../node/explain.js";
import { Refusal } from "../refusal.js";
import { OpenFile } from "./open-file.js";

/** The engine's writer of archives. */
export type PackWriter = Core["PackageWriter"]["prototype"];

/** Packed members up to this size, in bytes, are kept until it is known what stands in front of them; others are packed again. */
export const KEPT = 64 << 20;

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/** A member that has been packed; what there is to tell of it, the writer knows. */
export interface PackedFiles {
  /** Its packed bytes; nothing when they are too many. */
  parts: Uint8Array[] | undefined;
  /** Bytes of its content. */
  size: number;
  /** The digits of its hash. */
  hash: string;
  /** Whether it is deflated. */
  deflated: boolean;
}

/** How many digits an MD5 has. */
const MD5 = 32;

/** Packs a member, whose hash has so many digits. Its content may be asked for twice. */
export function pack(core: Core, writer: PackWriter, content: () => Iterable<Uint8Array>, digits = MD5): PackedFiles {
  for (const deflated of [true, false]) {
    let parts: Uint8Array[] | undefined = [];
    let length = 0;
    let size = 0;
    const count = (read: number) => {
      size += read;
    };
    for (const part of packedParts(core, writer, content(), { deflated, digits }, count)) {
      length += part.length;
      if (length > KEPT) {
        parts = undefined;
      }
      parts?.push(part);
    }
    if (!deflated || !guarded(core, () => writer.isInVain())) {
      return { parts, size, hash: writer.hash() ?? "", deflated };
    }
  }
  throw new Refusal("a member cannot be packed");
}

/** The packed parts of a member. */
export function* packedParts(
  core: Core,
  writer: PackWriter,
  content: Iterable<Uint8Array>,
  { deflated, digits }: { deflated: boolean; digits: number },
  onRead: (bytes: number) => void = () => {},
): Iterable<Uint8Array> {
  guarded(core, () => writer.begin(deflated, digits));
  for (const part of content) {
    onRead(part.length);
    const packed = guarded(core, () => writer.push(part));
    if (packed.length > 0) {
      yield packed;
    }
  }
  yield guarded(core, () => writer.end());
}

/**
 * The bytes of a file, in parts of which each is over when the next one is asked for.
 *
 * @throws {Refusal} When it cannot be read.
 */
export function* contentOf(path: string): Iterable<Uint8Array> {
  const file = orRefuse(path, () => new OpenFile(path));
  try {
    // No larger than the file: a large one for each of many small files is what takes the time.
    const size = orRefuse(path, () => file.size());
    const buffer = new Uint8Array(Math.min(CHUNK, Math.max(size, 1)));
    for (let at = 0; ; ) {
      const read = orRefuse(path, () => file.fill("", buffer, at));
      if (read === 0) {
        return;
      }
      yield buffer.subarray(0, read);
      at += read;
    }
  } finally {
    file.close();
  }
}

function orRefuse<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Refusal(`\`${path}\` cannot be read: ${explain(error)}`);
  }
}
