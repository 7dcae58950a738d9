import { describe, expect, test } from "vitest";
import { later } from "./later.ts";

/** Returns the part between `[` and `]`, in bytes, and the text without these characters. */
function marked(text: string): { text: string; part: { start: number; end: number } } {
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  const [before = "", inside = "", after = ""] = text.split(/[[\]]/);
  const start = bytes(before);
  return { text: before + inside + after, part: { start, end: start + bytes(inside) } };
}

describe("a place in an earlier text", () => {
  test.each([
    ["stays if nothing has changed", "a [b] c", "a [b] c"],
    ["stays before an insertion", "[b] c", "[b] cd"],
    ["moves after an insertion", "a: [b]", "é😀 a: [b]"],
    ["moves after a deletion", "漢字 [b] c", "[b] c"],
    ["moves between equal letters", "xx[y]", "xxxx[y]"],
    ["moves after a changed half of a surrogate pair", "😀[b]", "😁😁[b]"],
    ["stays empty at the end after an insertion", "ab[]", "aab[]"],
  ])("%s", (_, before, now) => {
    const { text, part } = marked(before);
    const expected = marked(now);
    expect(later(text, expected.text)(part)).toEqual(expected.part);
  });

  test.each([
    ["something was inserted in it", "a [bc] d", "a bxc d"],
    ["it was deleted", "a [b] c", "a  c"],
    ["everything around it has changed", "a [b] c", "x b y"],
  ])("is unknown if %s", (_, before, now) => {
    const { text, part } = marked(before);
    expect(later(text, now)(part)).toBeUndefined();
  });
});
