import { describe, expect, test } from "vitest";
import { offsetAt, positionsOf } from "./positions.ts";

/** Returns the byte offset of each `|` in marked text, and the text without these marks. */
function offsetsOf(marked: string): { text: string; offsets: number[] } {
  const parts = marked.split("|");
  const encoder = new TextEncoder();
  const offsets = parts.slice(0, -1).map((_, index) => encoder.encode(parts.slice(0, index + 1).join("")).length);
  return { text: parts.join(""), offsets };
}

const CASES: readonly [string, string, readonly number[]][] = [
  ["letters of one byte", "ab|cd|", [2, 4]],
  ["letters of two and three bytes", "é|漢|x", [1, 2]],
  ["pairs of UTF-16 units", "😀|a|", [2, 3]],
  ["a line end of two letters as one position", "a\r\n|b\r\n|c", [2, 4]],
  ["a lone carriage return as one", "a\r|b", [2]],
  ["a byte order mark as none", "\ufeff|a|", [0, 1]],
  ["a mark inside as a letter", "a\ufeff|b", [2]],
  ["the end", "|", [0]],
];

describe("positions", () => {
  for (const [claim, marked, positions] of CASES) {
    test(`count ${claim}`, () => {
      const { text, offsets } = offsetsOf(marked);
      expect(positionsOf(text, offsets)).toEqual(positions);
    });

    test(`lead back to the offset: ${claim}`, () => {
      const { text, offsets } = offsetsOf(marked);
      expect(positions.map((position) => offsetAt(text, position))).toEqual(offsets);
    });
  }

  test("stay inside the text if an offset is after its end", () => {
    expect(positionsOf("ab", [9])).toEqual([2]);
  });
});
