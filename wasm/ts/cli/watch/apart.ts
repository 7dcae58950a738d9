/** What a check looked at that it did not list: files that are left out, or not there, and that rules ask for by their paths. */

import { posix } from "node:path";
import type { Tree } from "../../node/walk.js";

/**
 * Those of the files `looked` at that are not listed, with the folders that they lie in up to one that is: a file that is not
 * there may come with its folder.
 */
export function apartFrom({ files, folders }: Tree, looked: Iterable<string>): Set<string> {
  const [known, inside] = [new Set(files), new Set(folders)];
  const apart = new Set<string>();
  for (const path of looked) {
    // No file has such a name, and the system does not take one.
    if (known.has(path) || path.includes("\0")) {
      continue;
    }
    for (let at = path; at !== "" && !apart.has(at); at = folderOf(at)) {
      apart.add(at);
      if (inside.has(folderOf(at))) {
        break;
      }
    }
  }
  return apart;
}

function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." || folder === "/" ? "" : folder;
}
