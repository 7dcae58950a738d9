/** Words of commands that are printed to be typed. */

import { quoted } from "../quoted.js";
import { visible } from "./visible.js";

/** A path as a word that a shell reads as that path: in quotes where it has to be. */
export function typed(path: string): string {
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

/** A word with what cannot be seen as bytes, as within `$'…'`. */
function escaped(word: string): string {
  const one = (character: string) => {
    const bytes = [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`);
    return visible(character) === character ? character : bytes.join("");
  };
  return [...word.replace(/[\\']/g, "\\$&")].map(one).join("");
}
