/** The repository of git around a folder, found without calling git: a folder under check starts nothing. */

import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readRegular } from "./regular.js";

/** A repository, or one of several checkouts of it. */
export interface Repository {
  /** The folder in which git keeps what belongs to the checkout. */
  git: string;
  /** The folder of its files. */
  top: string;
}

/**
 * Returns the repository around a real path, or undefined if there is none.
 *
 * @throws When it cannot be read, or is on another machine.
 */
export function repositoryAround(folder: string): Repository | undefined {
  const git = join(folder, ".git");
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined) {
    return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
  }
  if (found.isDirectory()) {
    return { git, top: folder };
  }
  // A submodule, or one of several checkouts, has a file that names the folder.
  const named = /^gitdir: (.+)$/m.exec(readRegular(git).toString())?.[1];
  return named === undefined ? undefined : { git: onThisMachine(folder, named.trim()), top: folder };
}

/**
 * Returns the folder that is named in `folder`.
 *
 * @throws When it is on another machine (`//host/share`), as Windows would tell that machine who the user is.
 */
export function onThisMachine(folder: string, named: string): string {
  if (/^[\\/]{2}/.test(named)) {
    throw new Error("a folder of another machine is not looked into");
  }
  return resolve(folder, named);
}
