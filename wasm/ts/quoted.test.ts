import { expect, test } from "vitest";
import { quoted } from "./quoted.js";

test.each([
  ["a/b_c-1.0:2@3%4+5=6,7.xml", "a/b_c-1.0:2@3%4+5=6,7.xml"],
  ["a b", "'a b'"],
  ["it's", "'it'\\''s'"],
  ["$HOME", "'$HOME'"],
  ["ä", "'ä'"],
  ["", "''"],
])("%j is %s for a shell", (text, word) => {
  expect(quoted(text)).toBe(word);
});
