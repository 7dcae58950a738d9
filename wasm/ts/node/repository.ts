/** Finds the git repository around a folder without running git, as a folder under check must not start programs. */

import { lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readRegular } from "./regular.js";

/** A repository, or one of its worktrees. */
export interface Repository {
  /** The folder with git's data of the checkout. */
  git: string;
  /** The folder of its files. */
  top: string;
}

/** Returns the repository around a real path, if any. Throws if it is unreadable or on another machine. */
export function repositoryAround(folder: string): Repository | undefined {
  const git = join(folder, ".git");
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined) {
    return dirname(folder) === folder ? undefined : repositoryAround(dirname(folder));
  }
  if (found.isDirectory()) {
    return { git, top: folder };
  }
  // In a submodule or a worktree, `.git` is a file that names the folder.
  const named = /^gitdir: (.+)$/m.exec(readRegular(git).toString())?.[1];
  return named === undefined ? undefined : { git: onThisMachine(folder, named.trim()), top: folder };
}

/** Returns the folder named in `folder`. Throws for `//host/share`: Windows would tell that host who the user is. */
export function onThisMachine(folder: string, named: string): string {
  if (/^[\\/]{2}/.test(named)) {
    throw new Error("a folder on another machine is not read");
  }
  return resolve(folder, named);
}
