/** The changes between two folders. */

import { join, relative, resolve } from "node:path";
import { attempt } from "../../attempt.js";
import { leadsOut, slashed } from "../../node/around.js";
import { type FolderReader, reader } from "../../node/folder.js";
import { lookedInto, type WalkTree } from "../../node/walk.js";
import { hashInParts, isSame } from "../cache/access-log.js";
import { type IgnoreSettings, list, realRoot } from "../files.js";
import { Refusal } from "../refusal.js";
import type { CheckedFolder, Differences } from "./changes.js";
import { movesBetween } from "./moves.js";

/**
 * Returns the differences between the folder `old` and `tree`, the files under check.
 *
 * @throws {Refusal} When the folder is not one of other files, or cannot be read.
 */
export function differencesBetween(old: string, { root, ignoring }: CheckedFolder, tree: WalkTree): Differences {
  refuseOverlap(old, root, tree);
  const before = list(old, ignoring && { ...ignoring, base: correspondingBase(ignoring, root, old) });
  const [was, is] = [readerOf(old, before), readerOf(root, tree)];
  const [known, current] = [new Set(before.files), new Set(tree.files)];
  const modified = tree.files.filter((path) => known.has(path) && !areEqual(was, is, path));
  const added = new Set(tree.files.filter((path) => !known.has(path)));
  const deleted = new Set(before.files.filter((path) => !current.has(path)));
  const moved = movesBetween({ paths: deleted, reader: was }, { paths: added, reader: is });
  for (const [now, path] of moved) {
    added.delete(now);
    deleted.delete(path);
  }
  const name = `\`${old}\``;
  return { name, modified, added: [...added], deleted: [...deleted], moved, root: old, dispose: () => undefined };
}

/** @throws {Refusal} When files are in both folders: they would be compared with themselves. */
function refuseOverlap(old: string, root: string, tree: WalkTree): void {
  const [before, now] = [realRoot(old), realRoot(root)];
  const below = slashed(relative(now, before));
  if (!leadsOut(slashed(relative(before, now))) || tree.files.some((path) => path.startsWith(`${below}/`))) {
    throw new Refusal(
      `\`--changes ${old}\` must name another folder than \`${root}\``,
      "name a folder with the files as they were before, outside of the folder under check, or ignored in it",
    );
  }
}

function readerOf(root: string, tree: WalkTree): FolderReader {
  return reader(root, tree.outside, lookedInto(tree));
}

/** Returns the folder from which the ignore patterns of the project start, as seen from the old folder. */
function correspondingBase({ base }: IgnoreSettings, root: string, old: string): string | undefined {
  return base === undefined ? undefined : join(old, relative(resolve(root), resolve(base)));
}

/** Returns true if two readers have the same file at a path. */
function areEqual(was: FolderReader, is: FolderReader, path: string): boolean {
  // The check reports a file that cannot be read.
  const areSame = attempt(() => {
    if (was.size(path) !== is.size(path)) {
      return false;
    }
    const [old, now] = [hashInParts(was, path), hashInParts(is, path)];
    return old !== undefined && now !== undefined && isSame(old, now);
  });
  return areSame === true;
}
