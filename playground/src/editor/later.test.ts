import { describe, expect, test } from "vitest";
import { later } from "./later.ts";

/** The part between `[` and `]`, in bytes, and the text without them. */
function marked(text: string): { text: string; part: { start: number; end: number } } {
  const bytes = (part: string) => new TextEncoder().encode(part).length;
  const [before = "", inside = "", after = ""] = text.split(/[[\]]/);
  const start = bytes(before);
  return { text: before + inside + after, part: { start, end: start + bytes(inside) } };
}

describe("a place of an earlier text", () => {
  test.each([
    ["stays where nothing has changed", "a [b] c", "a [b] c"],
    ["stays before what was typed", "[b] c", "[b] cd"],
    ["moves behind it", "a: [b]", "é😀 a: [b]"],
    ["moves behind what was taken away", "漢字 [b] c", "[b] c"],
    ["moves between letters that are alike", "xx[y]", "xxxx[y]"],
    ["moves behind half of a pair that changed", "😀[b]", "😁😁[b]"],
    ["stays empty at the end of a text that grew before it", "ab[]", "aab[]"],
  ])("%s", (_, before, now) => {
    const { text, part } = marked(before);
    const wanted = marked(now);
    expect(later(text, wanted.text)(part)).toEqual(wanted.part);
  });

  test.each([
    ["inside of it was typed", "a [bc] d", "a bxc d"],
    ["it was taken away", "a [b] c", "a  c"],
    ["around it all has changed", "a [b] c", "x b y"],
  ])("is none where %s", (_, before, now) => {
    const { text, part } = marked(before);
    expect(later(text, now)(part)).toBeUndefined();
  });
});
