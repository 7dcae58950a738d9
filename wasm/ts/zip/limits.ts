/** The limits for unpacking a zip. They protect against zip bombs. */

/** The limits for one zip. */
export interface Limits {
  /** The maximum number of members. */
  members: number;
  /** The maximum size of the list of members, in bytes. */
  list: number;
  /** The maximum unpacked size of all members that have to be unpacked, in bytes. */
  unpacked: number;
  /** The maximum size of a member, as a multiple of its packed size. */
  ratio: number;
  /** The maximum size of all members together, as a multiple of their packed size. */
  totalRatio: number;
  /** The unpacked size, in bytes, up to which zips may exceed `totalRatio`. */
  freeOfTotalRatio: number;
  /** The unpacked size, in bytes, up to which members may exceed `ratio`. */
  freeOfRatio: number;
}

/** The default limits. A page has to keep the unpacked bytes in memory. */
export const LIMITS: Limits = {
  members: 100_000,
  list: 64 * 1024 * 1024,
  unpacked: 1024 * 1024 * 1024,
  ratio: 1100,
  totalRatio: 200,
  freeOfTotalRatio: 1024 * 1024 * 1024,
  freeOfRatio: 1024 * 1024,
};

/** Bytes of members, unpacked and packed. */
export interface Sum {
  unpacked: number;
  packed: number;
}

/**
 * Returns the reason why a member with the unpacked `size` (so far) and the `packed` size in bytes is refused, or
 * undefined. `before` are the sums of the members before it.
 */
export function tooMuch(limits: Limits, size: number, packed: number, before: Sum): string | undefined {
  if (size > limits.freeOfRatio && size > packed * limits.ratio) {
    return `it would be unpacked to more than ${limits.ratio} times its size, as zip bombs are`;
  }
  const total = before.unpacked + size;
  if (total > limits.unpacked) {
    return `with it, the zip would be unpacked to more than ${limits.unpacked.toLocaleString("en")} bytes`;
  }
  if (total > limits.freeOfTotalRatio && total > (before.packed + packed) * limits.totalRatio) {
    return `with it, the zip would be unpacked to more than ${limits.totalRatio} times its size, as zip bombs are`;
  }
  return undefined;
}
