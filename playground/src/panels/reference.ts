/** Searching the reference. */

import type { Example } from "../examples/example.ts";
import type { Section } from "../examples/table.ts";

/** Words that people use, each with the words that the reference has for the same thing. */
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
  texture: "picture",
  uppercase: "upper",
};
/** Words without which the others say the same. */
const FILLING = /^(?:an?|are|conventions?|how|i|in|is|of|the|to|too)$/;

/** The sections with the entries that have all words of `typed` in them, in any letter case; none without such entries. */
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

/** The examples that are about what was typed; none as long as nothing was. */
export function foundExamples<E extends Example & { shows: string }>(examples: readonly E[], typed: string): E[] {
  const words = wordsOf(typed);
  const isWanted = ({ title, shows, note }: E) => isFound(words, `${title} ${shows} ${note}`.toLowerCase());
  return words.length === 0 ? [] : examples.filter(isWanted);
}

/** Returns the words of what was typed, in small letters, without those that say nothing. */
export function wordsOf(typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const saying = words.filter((word) => !FILLING.test(word));
  return saying.length > 0 ? saying : words;
}

/** Returns true if a text in small letters has all words, or other words for the same things. */
export function isFound(words: readonly string[], text: string): boolean {
  return words.every((word) => {
    // Of several things one may be told of.
    const one = word.replace(/([^s])s$/, "$1");
    return [word, one, OTHERWISE[one] ?? one].some((known) => text.includes(known));
  });
}
