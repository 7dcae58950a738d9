/** Searching the reference. */

import type { Section } from "../examples/table.ts";

/** What some call things otherwise, by the words that the reference has for them. */
const OTHERWISE: Record<string, string> = {
  duplicate: "unique",
  lowercase: "lower",
  required: "exist",
  uppercase: "upper",
};

/** The sections with the entries that have all words of `typed` in them, in any letter case; none without such entries. */
export function found(sections: readonly Section[], typed: string): Section[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return sections.flatMap((section) => {
    const entries = section.entries.filter(({ names, doc, more }) => {
      const text = [section.title, ...names, doc, ...more.flat()].join(" ").toLowerCase();
      return words.every((word) => [word, OTHERWISE[word] ?? word].some((one) => text.includes(one)));
    });
    return entries.length === 0 ? [] : [{ ...section, entries }];
  });
}
