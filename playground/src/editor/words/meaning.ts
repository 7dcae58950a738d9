/** Finds the meaning of a word of a rule file, by the position of the word. */

import type { Placing } from "./options.ts";
import type { Known, Vocabulary } from "./vocabulary.ts";

/** A word and its description. */
export interface Meaning {
  /** Where it begins. */
  from: number;
  /** Where it ends. */
  to: number;
  /** How it is written, with what it takes. */
  usage: string;
  /** The description of the word, in sentences. */
  doc: string;
}

/** Returns the meaning of the word at a position of the text of a rule file, or undefined if it has none. */
export function meaningOf(text: string, position: number, words: Vocabulary, place: Placing): Meaning | undefined {
  const where = place(text, wordEnd(text, position));
  if (where === undefined) {
    return undefined;
  }
  const end = wordEnd(text, position);
  const to = end + (where.rest.exec(text.slice(end))?.[0].trimEnd().length ?? 0);
  const written = text.slice(where.from, to);
  const bare =
    where.prefix !== undefined && written.startsWith(where.prefix) ? written.slice(where.prefix.length) : written;
  const word = words.named(bare.trim(), where.kinds);
  if (word === undefined || position < where.from || position > to) {
    return undefined;
  }
  return { from: where.from, to, usage: usageOf(word), doc: sentenceOf(word.doc) };
}

/** The end of the run of letters at a position. */
function wordEnd(text: string, position: number): number {
  return position + (/^[\w{]*/.exec(text.slice(position))?.[0].length ?? 0);
}

function usageOf({ kind, name, takes }: Known): string {
  if (takes === undefined) {
    return name;
  }
  switch (kind) {
    case "condition":
      return `[${name}, ${takes}]`;
    case "field":
    case "needed-field":
      return `${name}: ${takes}`;
    default:
      return name + takes;
  }
}

function sentenceOf(doc: string): string {
  return `${doc.charAt(0).toUpperCase()}${doc.slice(1).replace(/\.$/, "")}.`;
}
