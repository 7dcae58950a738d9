/** The changes between two folders. */

import { join, relative, resolve } from "node:path";
import { type FolderReader, reader } from "../../node/folder.js";
import { lookedInto, type WalkTree } from "../../node/walk.js";
import { hashInParts, isSame } from "../cache/access-log.js";
import { type IgnoreSettings, list } from "../files.js";
import type { CheckedFolder, Differences } from "./changes.js";
import { movesBetween } from "./moves.js";

/** Returns the differences between the folder `old` and `tree`, the files under check. */
export function differencesBetween(old: string, { root, ignoring }: CheckedFolder, tree: WalkTree): Differences {
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

function readerOf(root: string, tree: WalkTree): FolderReader {
  return reader(root, tree.outside, lookedInto(tree));
}

/** Returns the folder from which the ignore patterns of the project start, as seen from the old folder. */
function correspondingBase({ base }: IgnoreSettings, root: string, old: string): string | undefined {
  return base === undefined ? undefined : join(old, relative(resolve(root), resolve(base)));
}

/** Returns true if two readers have the same file at a path. */
function areEqual(was: FolderReader, is: FolderReader, path: string): boolean {
  try {
    if (was.size(path) !== is.size(path)) {
      return false;
    }
    const [old, now] = [hashInParts(was, path), hashInParts(is, path)];
    return old !== undefined && now !== undefined && isSame(old, now);
  } catch {
    // The check reports that the file cannot be read.
    return false;
  }
}
