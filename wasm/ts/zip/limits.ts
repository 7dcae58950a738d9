/** What a zip may cost: one that was made to do harm ends in a sentence. */

/** How much is taken out of one zip. */
export interface Limits {
  /** Members. */
  members: number;
  /** Bytes of its list of members. */
  list: number;
  /** Bytes of all members that have to be unpacked. */
  unpacked: number;
  /** How many times its packed size a member may be. */
  ratio: number;
  /** How many times their packed size all members together may be. */
  totalRatio: number;
  /** Zips of less may be packed however well, in bytes unpacked. */
  freeOfTotalRatio: number;
  /** Shorter members may be packed however well, in bytes. */
  freeOfRatio: number;
}

/** Those that hold unless others are named: the page has to keep somewhere what is unpacked. */
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

/** Why a member that is `size` long (so far) when unpacked from `packed` bytes is not taken, if so; `before` were. */
export function tooMuch(limits: Limits, size: number, packed: number, before: Sum): string | undefined {
  if (size > limits.freeOfRatio && size > packed * limits.ratio) {
    return `it would be unpacked to more than ${limits.ratio} times its size, as zip bombs are`;
  }
  const total = before.unpacked + size;
  if (total > limits.unpacked) {
    return `more than ${limits.unpacked.toLocaleString("en")} bytes would be unpacked of this zip`;
  }
  if (total > limits.freeOfTotalRatio && total > (before.packed + packed) * limits.totalRatio) {
    return `with it, the zip would be unpacked to more than ${limits.totalRatio} times its size, as zip bombs are`;
  }
  return undefined;
}
