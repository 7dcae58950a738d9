/** Estimates the size of a check, to choose the build of the engine: the small build starts sooner. */

import { opendirSync, statSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../attempt.js";

/** The number of files, and of their bytes, up to which the start of the fast build takes longer than it saves. */
const SMALL = { files: 500, bytes: 512 << 10 };

/** Returns true if files of these sizes make a small check. Iterates no further than necessary. */
export function isSmall(sizes: Iterable<number>): boolean {
  let files = 0;
  let bytes = 0;
  for (const size of sizes) {
    files += 1;
    bytes += size;
    if (files > SMALL.files || bytes > SMALL.bytes) {
      return false;
    }
  }
  return true;
}

/** Guesses, before the program is loaded, if the folders to check are small. A wrong guess costs only time. */
export function looksSmall(args: readonly string[]): boolean {
  const folders = args.filter((arg) => attempt(() => statSync(arg).isDirectory()) === true);
  const areSmall = () => (folders.length === 0 ? ["."] : folders).every((folder) => isSmall(sizesBelow(folder)));
  return attempt(areSmall) === true;
}

/** Yields the sizes of all files below a folder, and 0 for each folder, as it takes time, too. Follows no links. */
function* sizesBelow(folder: string): Generator<number> {
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) {
        yield statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      } else if (entry.name !== ".git") {
        yield 0;
        yield* sizesBelow(path);
      }
    }
  } finally {
    entries.closeSync();
  }
}
