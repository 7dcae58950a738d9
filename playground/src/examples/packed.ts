/** Lists of lists that the build has put into one text, as `build/inline.mjs` says. */

import type { Content } from "../project.ts";

/** The parts of a list, which lies so deep in others: 1 is that of all. */
export function partsOf(text: string, depth: number): string[] {
  return text === "" ? [] : text.split(String.fromCharCode(depth));
}

/** What a folder holds by path, from a list of files that lies so deep. */
export function folderOf(text: string, depth: number): ReadonlyMap<string, Content> {
  return new Map(
    partsOf(text, depth).map((file) => {
      const [path = "", content = ""] = partsOf(file, depth + 1);
      return [path, contentOf(content)];
    }),
  );
}

/** A text; of bytes each is the last one of its letter's number. */
function contentOf(packed: string): Content {
  return packed.startsWith("\x1f")
    ? new Blob([Uint8Array.from(packed.slice(1), (letter) => letter.charCodeAt(0))])
    : packed;
}
