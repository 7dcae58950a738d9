/** The search in the reference. */

import type { Example, Section } from "../examples/table.ts";

/** Words that people use, each with the words of the reference for the same thing. */
const OTHERWISE: Record<string, string> = {
  2: "two",
  broken: "exist",
  duplicate: "unique",
  large: "<=",
  limit: "<=",
  loop: "each",
  lowercase: "lower",
  max: "<=",
  maximum: "<=",
  min: ">=",
  minimum: ">=",
  missing: "exist",
  naming: "name",
  pot: "power",
  prefix: "start",
  reference: "exist",
  required: "exist",
  resolution: "pixels",
  suffix: "end",
  texture: "image",
  uppercase: "upper",
};
/** Words that a search ignores. */
const FILLING = /^(?:an?|are|conventions?|how|i|in|is|of|the|to|too)$/;

/** Returns the sections with the entries that contain all words of `typed`, without empty sections. */
export function found(sections: readonly Section[], typed: string): Section[] {
  const words = wordsOf(typed);
  return sections.flatMap((section) => {
    const entries = section.entries.filter(({ names, doc, more, rules }) => {
      const text = [section.title, ...names, doc, ...more.flat(), rules].join(" ").toLowerCase();
      return isFound(words, text);
    });
    return entries.length === 0 ? [] : [{ ...section, entries }];
  });
}

/** Returns the examples that match the typed words; an empty list if nothing was typed. */
export function foundExamples<E extends Example & { shows: string }>(examples: readonly E[], typed: string): E[] {
  const words = wordsOf(typed);
  const isMatch = ({ title, shows, note }: E) => isFound(words, `${title} ${shows} ${note}`.toLowerCase());
  return words.length === 0 ? [] : examples.filter(isMatch);
}

/** Returns the typed words in lower case, without words that a search ignores. */
export function wordsOf(typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const meaningful = words.filter((word) => !FILLING.test(word));
  return meaningful.length > 0 ? meaningful : words;
}

/** Returns true if a string in lower case contains all words, or their synonyms. */
export function isFound(words: readonly string[], text: string): boolean {
  return words.every((word) => {
    // The text may have the singular of a typed plural.
    const one = word.replace(/([^s])s$/, "$1");
    return [word, one, OTHERWISE[one] ?? one].some((known) => text.includes(known));
  });
}
