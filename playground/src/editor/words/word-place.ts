/** A position in a rule file at which a word can be written. */

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
  /** Names that belong to a value: the fields of a record. */
  fields?: readonly string[];
  /** Words that cannot be used again: the fields that the rule already has. */
  used?: ReadonlySet<string>;
  /** The form in which a word is inserted: a key, an element, an item on its line, or with the list around it. */
  form?: "key" | "element" | "item" | "list";
  /** The quote before the word, which is still open and to which a whole element belongs. */
  quote?: string;
  /** True if the word begins a value without a quote. YAML would read a brace or an asterisk there as syntax. */
  bare?: boolean;
  /** Set if a whole rule may begin there: the form in which it is inserted. */
  rule?: "file" | "item" | "fields";
}

export type Placing = (text: string, position: number) => WordPlace | undefined;
