/** The files under check. */

import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { IgnorePattern } from "../ignored.js";
import { ignoredAround, ignoredBy, leadsOut, slashed } from "../node/around.js";
import { type Ignoring, type WalkOptions, type WalkTree, walk, walkTogether } from "../node/walk.js";
import { requireFolder } from "./inputs.js";
import { ThreadListers } from "./listers.js";
import { note } from "./output.js";
import { realOf } from "./real-target.js";
import { orRefuse, refusalOf } from "./refusal.js";
import type { Threads } from "./threads.js";

/**
 * Lists the files under check: all files or, with `ignoring`, those that no ignore pattern matches.
 *
 * @throws {Refusal} When `root` is not a folder, or cannot be read.
 */
export function list(root: string, ignoring?: IgnoreSettings): WalkTree {
  refuseFile(root);
  return walkOrRefuse(root, walkOptions(root, ignoring));
}

/**
 * Like {@link walk}, for a folder that the command line names.
 *
 * @throws {Refusal} When the folder cannot be read.
 */
export function walkOrRefuse(root: string, options?: WalkOptions): WalkTree {
  return orRefuse(unlistable(root), () => walk(root, options));
}

/**
 * Like {@link list}, but uses `threads` if there are many folders.
 *
 * @throws {Refusal} When `root` is not a folder, or cannot be read.
 */
export async function listTogether(
  root: string,
  ignoring: IgnoreSettings | undefined,
  threads: Threads,
): Promise<WalkTree> {
  if (threads.most === 1) {
    return list(root, ignoring);
  }
  refuseFile(root);
  let listers: ThreadListers | undefined;
  try {
    return await walkTogether(root, walkOptions(root, ignoring), () => (listers = new ThreadListers(threads)));
  } catch (error) {
    throw refusalOf(unlistable(root), error);
  } finally {
    listers?.done();
  }
}

function refuseFile(root: string): void {
  requireFolder(root, "there is nothing to check at", "name the folder that the paths in rules start from");
}

function unlistable(root: string): string {
  return `the folder \`${root}\` cannot be read`;
}

export function walkOptions(root: string, ignoring: IgnoreSettings | undefined): WalkOptions {
  return { ignored: ignoring === undefined ? undefined : ignoringOf(root, ignoring) };
}

/** The ignore patterns of a project. */
export interface IgnoreSettings {
  patterns: readonly IgnorePattern[];
  /** The folder of the configuration, from which the patterns start; without one there are no patterns. */
  base: string | undefined;
}

/** Returns the patterns that apply to `root`: those of the ignore files around it, and those of the project. */
export function ignoringOf(root: string, { patterns, base }: IgnoreSettings): Ignoring {
  const own = patterns.length === 0 ? undefined : ignoredBy(patterns, base ?? ".", root);
  return { around: ignoredAround(root, base), own };
}

/** Returns the pattern that matches a file, or undefined if the file is not ignored. */
export function leftOut(path: string, { ignored }: WalkTree): IgnorePattern | undefined {
  // The outermost folder first, as a folder may have very many files.
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const verdict = ignored.get(path.slice(0, at + 1));
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return ignored.get(path);
}

/** Reports the files that were ignored, if there are any. */
export function reportIgnored({ ignored }: { ignored: ReadonlyMap<string, IgnorePattern> }): void {
  // The order of listing depends on the threads, so sort.
  const [first] = [...ignored].sort(([one], [other]) => (one < other ? -1 : 1));
  if (first !== undefined) {
    const [path, { pattern, from }] = first;
    const more = ignored.size > 1 ? `, and ${ignored.size - 1} more` : "";
    note(`ignored: \`${path}\`, by \`${pattern}\` (${from})${more}; use \`--no-ignore\` to include all files`);
  }
}

/**
 * Returns the path of the folder under check, without links.
 *
 * @throws {Refusal} When the folder has been removed since it was listed.
 */
export function realRoot(root: string): string {
  return orRefuse(unlistable(root), () => realpathSync(root));
}

/**
 * Returns `files` without those in `ruleFiles`: rule files in use, and other files that are not under check.
 *
 * @throws {Refusal} When the folder has been removed since it was listed.
 */
export function without(files: readonly string[], ruleFiles: readonly string[], root: string): string[] {
  const inside = pathsInside(root, ruleFiles);
  // There may be very many files.
  return inside.size === 0 ? [...files] : files.filter((file) => !inside.has(file));
}

/**
 * Returns the paths, relative to `root`, of those of `files` that are in it.
 *
 * @throws {Refusal} When the folder does not exist.
 */
export function pathsInside(root: string, files: readonly string[]): Set<string> {
  const base = realRoot(root);
  const paths = files.map((file) => slashed(relative(base, realOf(file) ?? resolve(file))));
  return new Set(paths.filter((path) => !leadsOut(path)));
}

/**
 * Returns the path of a file relative to `root`, as the rules see it. The given path is used if it is known; otherwise
 * it is relative to the current folder.
 */
export function under(root: string, path: string, isKnown: (path: string) => boolean): string {
  const inside = relative(resolve(root), resolve(root, path)).split(sep).join("/");
  const fromHere = relative(resolve(root), resolve(path)).split(sep).join("/");
  return [inside, fromHere].find(isKnown) ?? inside;
}
