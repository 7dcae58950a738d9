/** Finds the files that a check accessed and did not list: missing or ignored files that rules name by paths. */

import { posix } from "node:path";
import type { WalkTree } from "../../node/walk.js";

/** Returns `accessed` files that are not listed, with their folders up to a listed one: both may appear together. */
export function unlistedAmong({ files, folders }: WalkTree, accessed: Iterable<string>): Set<string> {
  const [known, inside] = [new Set(files), new Set(folders)];
  const unlisted = new Set<string>();
  for (const path of accessed) {
    // A path with a NUL character is invalid.
    if (known.has(path) || path.includes("\0")) {
      continue;
    }
    for (let at = path; at !== "" && !unlisted.has(at); at = folderOf(at)) {
      unlisted.add(at);
      if (inside.has(folderOf(at))) {
        break;
      }
    }
  }
  return unlisted;
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." || folder === "/" ? "" : folder;
}
