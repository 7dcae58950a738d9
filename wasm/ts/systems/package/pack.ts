/** Packs a file as a member of an archive: deflated or, if that does not make it smaller, stored. */

import { type Core, guarded } from "../../core.js";

/** The engine's writer of archives. */
export type PackWriter = Core["PackageWriter"]["prototype"];

/** The number of digits in an MD5, the default hash of members. */
export const MD5_DIGITS = 32;

/** A member that has been packed. The writer has the data for its header. */
export interface PackedMember {
  /** The packed bytes; undefined if there are too many to be kept. */
  parts: Uint8Array[] | undefined;
  /** The number of bytes in its content. */
  size: number;
  /** The digits of its hash. */
  hash: string;
  deflated: boolean;
}

/** Packs a member; at most `kept` of its packed bytes are kept. Its content may be requested twice. */
export function pack(
  core: Core,
  writer: PackWriter,
  content: () => Iterable<Uint8Array>,
  digits = MD5_DIGITS,
  kept = Number.POSITIVE_INFINITY,
): PackedMember {
  const packAs = (deflated: boolean): PackedMember => {
    let parts: Uint8Array[] | undefined = [];
    let [length, size] = [0, 0];
    const count = (read: number) => {
      size += read;
    };
    for (const part of packedParts(core, writer, content(), { deflated, digits }, count)) {
      length += part.length;
      if (length > kept) {
        parts = undefined;
      }
      parts?.push(part);
    }
    return { parts, size, hash: writer.hash() ?? "", deflated };
  };
  const packed = packAs(true);
  return guarded(core, () => writer.isInVain()) ? packAs(false) : packed;
}

/** Yields the packed parts of a member. */
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
