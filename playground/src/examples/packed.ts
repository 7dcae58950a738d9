/** Reads nested lists that the build has packed into one string; `build/inline.mjs` describes the format. */

import type { Content } from "../project.ts";

/** Splits a list that is packed at nesting level `depth`; 1 is the outermost list. */
export function partsOf(text: string, depth: number): string[] {
  return text === "" ? [] : text.split(String.fromCharCode(depth));
}

/** Returns the files of a folder by path, from a list of files that is packed at nesting level `depth`. */
export function folderOf(text: string, depth: number): ReadonlyMap<string, Content> {
  return new Map(
    partsOf(text, depth).map((file) => {
      const [path = "", content = ""] = partsOf(file, depth + 1);
      return [path, contentOf(content)];
    }),
  );
}

/** Decodes the content of a file: a string, or bytes, each of which is the low byte of a character's code. */
function contentOf(packed: string): Content {
  return packed.startsWith("\x1f")
    ? new Blob([Uint8Array.from(packed.slice(1), (letter) => letter.charCodeAt(0))])
    : packed;
}
