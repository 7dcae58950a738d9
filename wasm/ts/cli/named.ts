/** Files that the command line names, if only these are to be checked. */

import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import type { IgnorePattern } from "../ignored.js";
import { leadsOut, slashed } from "../node/around.js";
import { PathSet } from "../node/path-set.js";
import type { WalkTree } from "../node/walk.js";
import { leftOut, realRoot, reportIgnored } from "./files.js";
import { exists } from "./inputs.js";
import { note } from "./output.js";
import { stat } from "./refusal.js";

/** Matches a path in an archive, and captures the path of the archive. */
const IN_ARCHIVE = /^(.*?\.zip)!\//i;

/** Throws a {@link Refusal} unless each name exists, relative to the current folder or to `root`. */
export function refuseMissing(names: readonly string[], root: string): void {
  for (const name of names) {
    const file = IN_ARCHIVE.exec(name)?.[1] ?? name;
    if (file === "" || (!exists(file) && !exists(join(root, file)))) {
      const isElsewhere = resolve(root) !== resolve(".");
      const help = isElsewhere ? `paths of files start from the current folder or from \`${root}\`` : undefined;
      stat(file, "there is nothing to check at", help);
    }
  }
}

/** Returns the `paths` that are named or in named folders. Reports names that are ignored or outside. */
export function namedAmong(names: readonly string[], root: string, tree: WalkTree, paths: readonly string[]): string[] {
  const known = new PathSet(paths);
  const real = realRoot(root);
  const found = new Set<string>();
  const ignored = new Map<string, IgnorePattern>();
  const elsewhere: string[] = [];
  const missed: string[] = [];
  for (const name of names) {
    // The name of an archive selects all of its members.
    const ways = [...waysTo(name.replace(/(\.zip)!\/?$/i, "$1"), resolve(root), real)];
    const way = ways.find((each) => !pathsAt(known, each).next().done);
    // A name that is both checked and ignored, such as a folder, selects the files that are checked.
    const left = way === undefined ? ways.find((each) => verdictOn(each, tree) !== undefined) : undefined;
    if (way !== undefined) {
      for (const path of pathsAt(known, way)) {
        found.add(path);
      }
    } else if (left !== undefined) {
      ignored.set(left, verdictOn(left, tree) as IgnorePattern);
    } else {
      (ways.length === 0 ? elsewhere : missed).push(name);
    }
  }
  reportIgnored({ ignored });
  reportUnchecked(elsewhere, `it is not in the folder \`${root}\``);
  reportUnchecked(
    missed,
    "it is a file of git, a rule file, an output of `assay check`, a link out of the folder, or a folder without files",
  );
  return [...found];
}

/** Reports why the first of these names is not checked, and the number of the other names. */
function reportUnchecked([first, ...more]: readonly string[], why: string): void {
  if (first !== undefined) {
    note(`not checked: \`${first}\`: ${why}${more.length > 0 ? `; and ${more.length} more` : ""}`);
  }
}

/** Yields the paths that a name may have in `base` or, for a missing file, its path as the rules see it. */
function* waysTo(name: string, base: string, real: string): Iterable<string> {
  const isHere = existsSync(name);
  const ways = [
    relative(base, resolve(name)),
    isHere ? relative(real, realpathSync(name)) : relative(base, resolve(base, name)),
  ];
  for (const way of new Set(ways.map(slashed))) {
    // A file on another drive has no relative path.
    if (!leadsOut(way) && !isAbsolute(way)) {
      yield way;
    }
  }
}

/** Returns the pattern that matches a file or a folder, or undefined if it is not ignored. */
function verdictOn(way: string, tree: WalkTree): IgnorePattern | undefined {
  return leftOut(way, tree) ?? leftOut(`${way}/`, tree);
}

/**
 * Yields those of the `paths` that a name selects: a file, a member of an archive (only the check knows the members), or
 * all files in a folder.
 */
function* pathsAt(paths: PathSet, way: string): Generator<string, void> {
  if (paths.has(way) || paths.has(IN_ARCHIVE.exec(way)?.[1] ?? way)) {
    yield way;
  } else {
    yield* paths.below(way);
  }
}
