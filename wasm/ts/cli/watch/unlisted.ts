/**
 * Finds the files that a check accessed and did not list: files that are ignored or do not exist, and that rules name
 * by their paths.
 */

import { posix } from "node:path";
import type { WalkTree } from "../../node/walk.js";

/**
 * Returns those of the `accessed` files that are not listed, with their parent folders up to a listed one: a missing
 * file may appear together with its folder.
 */
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
