/** Folders that a command makes to write into. */

import { accessSync, constants, lstatSync, mkdirSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../node/explain.js";

const IS_FILE = "its folder is a file";
const LEADS_NOWHERE = "its folder is a link that leads nowhere";

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
    throw found === undefined ? reasonOf(error) : new Error(IS_FILE);
  }
  return first ?? path;
}

/** The folders that {@link makeFolder} would make, the deepest first. */
export function foldersToMake(path: string): string[] {
  const folders: string[] = [];
  for (let at = path; statOf(at) === undefined && dirname(at) !== at; at = dirname(at)) {
    folders.push(at);
  }
  return folders;
}

/**
 * Sees to it that a folder is there or can be made, as far as that can be known before.
 *
 * @throws When it cannot, in the words of {@link makeFolder}.
 */
export function foreseeFolder(path: string): void {
  const first = foldersToMake(path).at(-1);
  const there = first === undefined ? path : dirname(first);
  if (first !== undefined && lstatSync(first, { throwIfNoEntry: false }) !== undefined) {
    throw new Error(LEADS_NOWHERE);
  }
  if (!statSync(there).isDirectory()) {
    throw new Error(IS_FILE);
  }
  // In a folder that is there, the file may be as well, and be written where no other one may be.
  if (first !== undefined) {
    accessSync(there, constants.W_OK | constants.X_OK);
  }
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
      return new Error(LEADS_NOWHERE);
    case "ENOENT":
      return new Error("its folder cannot be made there");
    default:
      return error;
  }
}
