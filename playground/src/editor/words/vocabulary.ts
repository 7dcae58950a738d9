/** The words of rule files: those that the engine knows, and the names that a file defines. */

import type { Word, WordKind } from "../../engine.ts";

/** The kind of a word: one of the engine's, or `of-…` for members of values in scripts. */
export type Kind = WordKind | `of-${"list" | "text" | "number" | "map" | "element"}`;

export type KnownWord = Omit<Word, "kind"> & { kind: Kind };

/** Returns the word of one of these kinds that has that name, in any letter case. */
export function named(words: readonly KnownWord[], name: string, kinds: readonly Kind[]): KnownWord | undefined {
  const lower = name.toLowerCase();
  return words.find((word) => kinds.includes(word.kind) && word.name.toLowerCase() === lower);
}

export function functionsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\bfn\s+(\w+)\s*\(/g)].map(([, name = ""]) => name))];
}

export function collectionsIn(text: string): string[] {
  const below = /^collections:[ \t]*\r?\n((?:(?:[ \t].*)?\r?\n)*(?:[ \t].*)?)/m.exec(text)?.[1] ?? "";
  const [first = ""] = /^ +(?=\S)/m.exec(below) ?? [];
  const keys = [...below.matchAll(/^( +)([\w.-]+)[ \t]*:/gm)];
  return keys.filter(([, indent]) => indent === first).map(([, , name = ""]) => name);
}
