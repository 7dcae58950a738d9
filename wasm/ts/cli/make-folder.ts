/** Creates the folders that a command writes into. */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../node/explain.js";
import { isFolder, statOf } from "./inputs.js";

/**
 * Creates a folder and its parents, and returns the first one that did not exist; undefined if the folder exists.
 * Node's own function reports few details of a failure, and never returns in `/proc`.
 *
 * @throws When the folder cannot be created. The message is about the file that is to be written there.
 */
export function makeFolder(path: string): string | undefined {
  // Checked first, as the folder usually exists when very many files are written.
  if (isFolder(path)) {
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

function reasonOf(error: unknown): unknown {
  switch (codeOf(error)) {
    case "EEXIST":
      return new Error("its folder is a broken link");
    case "ENOENT":
      return new Error("its folder cannot be created there");
    default:
      return error;
  }
}
