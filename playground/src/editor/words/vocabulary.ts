/** The words that rule files are written in, as the engine has them; and the names that a file has of its own. */

import type { Word, WordKind } from "../../engine.ts";

/** The kind of a word: one of the engine's, or `of-…` for members of values in scripts. */
export type Kind = WordKind | `of-${"list" | "text" | "number" | "map" | "element"}`;

/** A word and its description. */
export type Known = Omit<Word, "kind"> & { kind: Kind };

/** The words of one engine, by their kinds. */
export class Vocabulary {
  readonly #words: readonly Known[];

  /** A vocabulary of these words. */
  constructor(words: readonly Known[]) {
    this.#words = words;
  }

  /** The words of these kinds, in their order. */
  of(kinds: readonly Kind[]): Known[] {
    return this.#words.filter(({ kind }) => kinds.includes(kind));
  }

  /** The word of one of these kinds that is called so, in any letter case. */
  named(name: string, kinds: readonly Kind[]): Known | undefined {
    const wanted = name.toLowerCase();
    return this.of(kinds).find((word) => word.name.toLowerCase() === wanted);
  }
}

/** The functions that a rule file defines. */
export function functionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\bfn\s+(\w+)\s*\(/g)].map(([, name = ""]) => name))];
}

/** The collections that a rule file defines. */
export function collectionsIn(text: string): string[] {
  const below = /^collections:[ \t]*\r?\n((?:(?:[ \t].*)?\r?\n)*(?:[ \t].*)?)/m.exec(text)?.[1] ?? "";
  const [first = ""] = /^ +(?=\S)/m.exec(below) ?? [];
  const keys = [...below.matchAll(/^( +)([\w.-]+)[ \t]*:/gm)];
  return keys.filter(([, indent]) => indent === first).map(([, , name = ""]) => name);
}
