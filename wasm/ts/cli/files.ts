/** The files under check. */

import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { IgnorePattern } from "../ignored.js";
import { ignoredAround, ignoredBy } from "../node/around.js";
import { explain } from "../node/explain.js";
import { type Ignoring, type Tree, walk } from "../node/walk.js";
import { note } from "./output.js";
import { Refusal, stat } from "./refusal.js";

/**
 * Lists the files under check: all of them, or without what ignore files and the project leave out.
 *
 * @throws {Refusal} When the folder is none, or cannot be read.
 */
export function list(root: string, ignoring?: Leaving): Tree {
  if (!stat(root, "there is nothing to check at").isDirectory()) {
    throw new Refusal(`\`${root}\` is a file, not a folder`, "name the folder that the paths in rules start from");
  }
  try {
    return walk(root, { ignored: ignoring === undefined ? undefined : ignoringOf(root, ignoring) });
  } catch (error) {
    throw new Refusal(`the folder \`${root}\` cannot be read: ${explain(error)}`);
  }
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
  const isOf = (known: string) => (known.endsWith("/") ? path.startsWith(known) : path === known);
  return [...ignored].find(([known]) => isOf(known))?.[1];
}

/** Says what was left out, as far as anything was. */
export function tellIgnored({ ignored }: Tree): void {
  const [first] = ignored;
  if (first !== undefined) {
    const [path, { pattern, from }] = first;
    const more = ignored.size > 1 ? `, and ${ignored.size - 1} more` : "";
    note(`not looked at: \`${path}\`, by \`${pattern}\` (${from})${more}; \`--no-ignore\` has all looked at`);
  }
}

/** The files that are no rule files in use: those say what is right, and are not under check. */
export function without(files: readonly string[], ruleFiles: readonly string[], root: string): string[] {
  const base = realpathSync(root);
  const inside = new Set(ruleFiles.map((file) => relative(base, realPath(file)).split(sep).join("/")));
  return files.filter((file) => !inside.has(file));
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
