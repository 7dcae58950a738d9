/** The files under check. */

import { realpathSync, statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { IgnorePattern } from "../ignored.js";
import { ignoredAround, ignoredBy, leadsOut, slashed } from "../node/around.js";
import { explain } from "../node/explain.js";
import { type Ignoring, type Tree, type WalkOptions, walk, walkTogether } from "../node/walk.js";
import { ThreadListers } from "./listers.js";
import { note } from "./output.js";
import { Refusal, stat } from "./refusal.js";
import type { Threads } from "./threads.js";

/**
 * Lists the files under check: all of them, or without what ignore files and the project leave out.
 *
 * @throws {Refusal} When the folder is none, or cannot be read.
 */
export function list(root: string, ignoring?: Leaving): Tree {
  refuseFile(root);
  try {
    return walk(root, walkOptions(root, ignoring));
  } catch (error) {
    throw unlistable(root, error);
  }
}

/**
 * As {@link list}, with the help of `threads` where there are many folders.
 *
 * @throws {Refusal} When the folder is none, or cannot be read.
 */
export async function listTogether(root: string, ignoring: Leaving | undefined, threads: Threads): Promise<Tree> {
  if (threads.most === 1) {
    return list(root, ignoring);
  }
  refuseFile(root);
  let listers: ThreadListers | undefined;
  try {
    return await walkTogether(root, walkOptions(root, ignoring), () => (listers = new ThreadListers(threads)));
  } catch (error) {
    throw unlistable(root, error);
  } finally {
    listers?.done();
  }
}

/** Whether a path on the command line is that of a folder. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function refuseFile(root: string): void {
  if (!stat(root, "there is nothing to check at").isDirectory()) {
    throw new Refusal(`\`${root}\` is a file, not a folder`, "name the folder that the paths in rules start from");
  }
}

function unlistable(root: string, error: unknown): Refusal {
  return new Refusal(`the folder \`${root}\` cannot be read: ${explain(error)}`);
}

function walkOptions(root: string, ignoring: Leaving | undefined): WalkOptions {
  return { ignored: ignoring === undefined ? undefined : ignoringOf(root, ignoring) };
}

/** What a project leaves out. */
export interface Leaving {
  /** Its patterns. */
  patterns: readonly IgnorePattern[];
  /** The folder of its configuration, which they start from; without one there are no patterns. */
  base: string | undefined;
}

/** What is left out of `root`. */
export function ignoringOf(root: string, { patterns, base }: Leaving): Ignoring {
  const own = patterns.length === 0 ? undefined : ignoredBy(patterns, base ?? ".", root);
  return { around: ignoredAround(root, base), own };
}

/** What leaves a file out, if anything does. */
export function leftOut(path: string, { ignored }: Tree): IgnorePattern | undefined {
  // The outermost folder first; there may be very many files that are left out.
  for (let at = path.indexOf("/"); at >= 0; at = path.indexOf("/", at + 1)) {
    const verdict = ignored.get(path.slice(0, at + 1));
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return ignored.get(path);
}

/** Says what was left out, as far as anything was. */
export function tellIgnored({ ignored }: { ignored: ReadonlyMap<string, IgnorePattern> }): void {
  // Which of them was met first depends on who listed what when.
  const [first] = [...ignored].sort(([one], [other]) => (one < other ? -1 : 1));
  if (first !== undefined) {
    const [path, { pattern, from }] = first;
    const more = ignored.size > 1 ? `, and ${ignored.size - 1} more` : "";
    note(`not looked at: \`${path}\`, by \`${pattern}\` (${from})${more}; \`--no-ignore\` has all looked at`);
  }
}

/**
 * The path of the folder under check without links in it.
 *
 * @throws {Refusal} When somebody has taken it away since it was listed.
 */
export function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    throw unlistable(root, error);
  }
}

/**
 * The files that are no rule files in use: those say what is right, and are not under check.
 *
 * @throws {Refusal} When the folder is gone by now.
 */
export function without(files: readonly string[], ruleFiles: readonly string[], root: string): string[] {
  const base = realRoot(root);
  const inside = new Set(
    ruleFiles.map((file) => slashed(relative(base, realPath(file)))).filter((path) => !leadsOut(path)),
  );
  // There may be very many files.
  return inside.size === 0 ? [...files] : files.filter((file) => !inside.has(file));
}

/** A path without links in it; as it is, if the file is gone by now. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return resolve(file);
  }
}

/** A file as the rules see it: as it was given, or, where that is not known, as seen from here. */
export function under(root: string, path: string, isKnown: (path: string) => boolean): string {
  const inside = relative(resolve(root), resolve(root, path)).split(sep).join("/");
  const fromHere = relative(resolve(root), resolve(path)).split(sep).join("/");
  return [inside, fromHere].find(isKnown) ?? inside;
}
