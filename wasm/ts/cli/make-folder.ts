/** Folders that a command makes to write into. */

import { mkdirSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../node/explain.js";

/**
 * Makes a folder with those that it lies in, unless it is there, and returns the first one that was not. Node's own way says little of
 * why it cannot, and tries for ever in `/proc`.
 *
 * @throws When it cannot be made, in words of the file that is to lie in it.
 */
export function makeFolder(path: string): string | undefined {
  // Told before it is tried: for one of very many files it is there, as a rule.
  if (statOf(path)?.isDirectory()) {
    return undefined;
  }
  const above = dirname(path);
  const first = above === path ? undefined : makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    const found = statOf(path);
    if (found?.isDirectory()) {
      return first;
    }
    throw found === undefined ? reasonOf(error) : new Error("its folder is a file");
  }
  return first ?? path;
}

/** What there is at a path. Why that cannot be said, whoever writes there hears. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): unknown {
  switch (codeOf(error)) {
    case "EEXIST":
      return new Error("its folder is a link that leads nowhere");
    case "ENOENT":
      return new Error("its folder cannot be made there");
    default:
      return error;
  }
}
