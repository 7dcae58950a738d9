/** Searching the reference. */

import type { Example } from "../examples/example.ts";
import type { Section } from "../examples/table.ts";

/** What some call things otherwise, by the words that the reference has for them. */
const OTHERWISE: Record<string, string> = {
  duplicate: "unique",
  loop: "each",
  lowercase: "lower",
  missing: "exist",
  required: "exist",
  resolution: "pixels",
  texture: "picture",
  uppercase: "upper",
};

/** The sections with the entries that have all words of `typed` in them, in any letter case; none without such entries. */
export function found(sections: readonly Section[], typed: string): Section[] {
  const words = wordsOf(typed);
  return sections.flatMap((section) => {
    const entries = section.entries.filter(({ names, doc, more }) => {
      const text = [section.title, ...names, doc, ...more.flat()].join(" ").toLowerCase();
      return isFound(words, text);
    });
    return entries.length === 0 ? [] : [{ ...section, entries }];
  });
}

/** The examples that are about what was typed; none as long as nothing was. */
export function foundExamples<E extends Example & { shows: string }>(examples: readonly E[], typed: string): E[] {
  const words = wordsOf(typed);
  const isWanted = ({ title, shows, note }: E) => isFound(words, `${title} ${shows} ${note}`.toLowerCase());
  return words.length === 0 ? [] : examples.filter(isWanted);
}

function wordsOf(typed: string): string[] {
  return typed.toLowerCase().split(/\s+/).filter(Boolean);
}

function isFound(words: readonly string[], text: string): boolean {
  return words.every((word) => {
    // Of several things one may be told of.
    const one = word.replace(/([^s])s$/, "$1");
    return [word, one, OTHERWISE[one] ?? one].some((known) => text.includes(known));
  });
}
