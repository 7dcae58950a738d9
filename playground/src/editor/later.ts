/** Maps places in text to a later version of the text, because results arrive after further typing. */

import { bytesIn } from "./positions.ts";

/** The part in which two texts differ: `from` to `to` in the first text, `from` to `end` in the second. */
interface Difference {
  from: number;
  to: number;
  end: number;
}

/** A range of text, in bytes of UTF-8. */
interface ByteRange {
  start: number;
  end: number;
}

/** Returns a function that maps parts of `before` to parts of `now`; undefined for a part that may have changed. */
export function later(before: string, now: string): <P extends ByteRange>(part: P) => P | undefined {
  if (before === now) {
    return (part) => part;
  }
  const { from, to, end } = difference(before, now);
  const first = bytesIn(before, 0, from);
  const last = first + bytesIn(before, from, to);
  const shift = bytesIn(now, from, end) - (last - first);
  return (part) => {
    if (part.end < first || (part.end === first && part.start < first)) {
      return part;
    }
    // An empty part at an insertion moves with the text after it.
    return part.start >= last ? { ...part, start: part.start + shift, end: part.end + shift } : undefined;
  };
}

/** Returns the part in which two texts differ. It does not split surrogate pairs. */
export function difference(before: string, after: string): Difference {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) {
    from += 1;
  }
  from -= isInPair(before, from) || isInPair(after, from) ? 1 : 0;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) {
    same += 1;
  }
  same -= isInPair(before, before.length - same) || isInPair(after, after.length - same) ? 1 : 0;
  return { from, to: before.length - same, end: after.length - same };
}

function isInPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
