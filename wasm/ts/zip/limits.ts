/** The limits for unpacking a zip. They protect against zip bombs. */

import type { PackageLimits } from "../systems/package/package.js";

/** The limits of a zip: those of archives under check that apply to it. */
export type ZipLimits = Pick<PackageLimits, "members" | "unpacked" | "ratio" | "total_ratio" | "directory">;

/** The limits for one zip, all of them set. */
export type Limits = Required<ZipLimits>;

/** The default limits. */
export const LIMITS: Limits = {
  members: 100_000,
  directory: 64 * 1024 * 1024,
  // A page has to keep the unpacked bytes in memory.
  unpacked: 1024 * 1024 * 1024,
  // Deflate reaches at most 1,032.
  ratio: 1100,
  total_ratio: 200,
};

/** The unpacked size, in bytes, up to which members may exceed `ratio`. */
const FREE_OF_RATIO = 1024 * 1024;
/** The unpacked size, in bytes, up to which zips may exceed `total_ratio`. */
const FREE_OF_TOTAL_RATIO = 1024 * 1024 * 1024;

/** Bytes of members, unpacked and packed. */
export interface Sum {
  unpacked: number;
  packed: number;
}

/** Returns why a member with these sizes (`size` so far) after the sum `before` is refused, or undefined. */
export function tooMuch(limits: Limits, size: number, packed: number, before: Sum): string | undefined {
  if (size > FREE_OF_RATIO && size > packed * limits.ratio) {
    return `it would be unpacked to more than ${limits.ratio} times its size, as zip bombs are`;
  }
  const total = before.unpacked + size;
  if (total > limits.unpacked) {
    return `with it, the zip would be unpacked to more than ${limits.unpacked.toLocaleString("en")} bytes`;
  }
  if (total > FREE_OF_TOTAL_RATIO && total > (before.packed + packed) * limits.total_ratio) {
    return `with it, the zip would be unpacked to more than ${limits.total_ratio} times its size, as zip bombs are`;
  }
  return undefined;
}
