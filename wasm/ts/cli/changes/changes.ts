/** The changes that `assay check --changes` checks. */

import type { PreviousFiles } from "../../node/previous.js";
import { isLeftOut, type WalkTree } from "../../node/walk.js";
import { type IgnoreSettings, ignoringOf } from "../files.js";
import { isFolder } from "../inputs.js";
import { Refusal } from "../refusal.js";
import { differencesBetween } from "./folders.js";
import { differencesSince } from "./git.js";

/** The changes of the files under check since a previous version. */
export interface Changes extends Differences {
  previous: PreviousFiles;
  /** The tree as it was before. */
  tree: WalkTree;
}

/** The differences between a folder and its previous version. Paths are relative to the folder. */
export interface Differences {
  /** The previous version, for messages. */
  name: string;
  /** The files that exist in both versions with different content. */
  modified: readonly string[];
  added: readonly string[];
  deleted: readonly string[];
  /** The files that have another path now: the path of each now, with its path before. */
  moved: ReadonlyMap<string, string>;
  /** A folder with the previous versions of modified, deleted and moved files, at their paths before. */
  root: string;
  /** Removes temporary files. */
  dispose(): void;
}

export interface CheckedFolder {
  root: string;
  ignoring: IgnoreSettings | undefined;
}

/** The prefix of a commit of git. */
const GIT = "git:";

/**
 * Returns the changes of `tree`, the files under check, since the version `since`: a commit of git, or a folder.
 *
 * @throws {Refusal} When that version cannot be read.
 */
export function changesSince(since: string, folder: CheckedFolder, tree: WalkTree): Changes {
  const differences = since.startsWith(GIT)
    ? differencesSince(since.slice(GIT.length), folder.root, tree)
    : differencesBetween(requirePrevious(since), folder, tree);
  const previous = previousOf(differences);
  return { ...differences, previous, tree: previousTree(tree, previous, folder) };
}

/** Returns the number of changes of each kind in words. */
export function describeChanges({ name, modified, added, deleted, moved }: Differences): string {
  const counts = Object.entries({
    modified: modified.length,
    added: added.length,
    deleted: deleted.length,
    moved: moved.size,
  });
  const parts = counts.filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${kind}`);
  return `files changed since ${name}: ${parts.join(", ") || "none"}`;
}

/** @throws {Refusal} When `since` is not a folder. */
function requirePrevious(since: string): string {
  if (!isFolder(since)) {
    throw new Refusal(
      `\`--changes ${since}\` is neither a commit nor a folder`,
      "write a commit or a branch of git as `git:main`, or name a folder with the files as they were before",
    );
  }
  return since;
}

function previousOf({ modified, added, deleted, moved, root }: Differences): PreviousFiles {
  const existed = new Map<string, boolean>();
  for (const path of [...added, ...moved.keys()]) {
    existed.set(path, false);
  }
  // Set last: a file can be moved to the path of another one that was moved away, where a file existed before.
  for (const path of [...modified, ...deleted, ...moved.values()]) {
    existed.set(path, true);
  }
  return { root, existed, moved };
}

function previousTree(tree: WalkTree, { existed }: PreviousFiles, { root, ignoring }: CheckedFolder): WalkTree {
  const ignored = ignoring && ignoringOf(root, ignoring);
  const kept = tree.files.filter((path) => existed.get(path) !== false);
  const known = new Set(kept);
  const gone = [...existed].flatMap(([path, hasExisted]) => (hasExisted && !known.has(path) ? path : []));
  const checked = gone.filter((path) => ignored === undefined || !isLeftOut(root, path, ignored));
  return { ...tree, files: [...kept, ...checked] };
}
