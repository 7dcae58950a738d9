/** Quotes words in commands that a user can copy into a shell. */

import { quoted } from "../quoted.js";
import { visible } from "./visible.js";

/** Returns a path as a word for a shell, in quotes if necessary. */
export function typed(path: string): string {
  // A program would take a path that begins with `-` for an option.
  const word = path.startsWith("-") ? `./${path}` : path;
  const read = quoted(word);
  if (read === word) {
    return word;
  }
  if (process.platform === "win32") {
    return `"${word}"`;
  }
  return visible(word) === word ? read : `$'${escaped(word)}'`;
}

/** Returns a word with invisible characters as escaped bytes, for `$'…'`. */
function escaped(word: string): string {
  const one = (character: string) => {
    const bytes = [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
    return visible(character) === character ? character : bytes.join("");
  };
  return [...word.replace(/[\\']/g, "\\$&")].map(one).join("");
}
