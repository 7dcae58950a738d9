/** A place in a rule file at which a word is written. */

import type { Kind } from "./vocabulary.ts";

/** The words that are valid at a position, and the form in which they are inserted. */
export interface WordPlace {
  /** The kinds of words that are valid there. */
  kinds: readonly Kind[];
  /** The offset at which the word that is being written begins. */
  from: number;
  /** Matches the end of the word after the position. */
  rest: RegExp;
  /** The prefix of user-defined names there. */
  prefix?: string;
  /** The names that are valid there because the file defines them: its functions or its collections. */
  own?: "functions" | "collections";
  /** Names that a value has: the fields of a record. */
  fields?: readonly string[];
  /** Words that have been used up: the fields that the rule has already. */
  used?: ReadonlySet<string>;
  /** In what form a word is put there: as a key, as an element or a line of a list, with the list around it. */
  form?: "key" | "element" | "item" | "list";
  /** The quote before the word, which is still open and to which a whole element belongs. */
  quote?: string;
  /** Whether the word begins a value without a quote before it: YAML would take a brace or an asterisk there for its own. */
  bare?: boolean;
  /** Whether a whole rule may begin there, and what it needs before it. */
  rule?: "file" | "item" | "fields";
}

/** Returns the words that are valid at a position of a text. */
export type Placing = (text: string, position: number) => WordPlace | undefined;
