/** Patterns for paths, as a rule has them. */

import { isArchive } from "../project.ts";
import type { WrittenRule } from "./outline.ts";

/** Which files a rule looks at, as it says. */
export type Patterns = Pick<WrittenRule, "rpath" | "notRpath">;

/** A pattern as browsers read it; nothing for a collection, and for what they cannot read. */
export function patternOf(written: string | undefined): RegExp | undefined {
  try {
    return written === undefined || written.startsWith("artfunc_") ? undefined : new RegExp(written, "u");
  } catch {
    return undefined;
  }
}

/** Repetitions of what is in parentheses, over which browsers may take for ever. */
const REPEATED = /\)[*+{]/;

/** Of these files, those that none of the rules seems to look at; nothing where a rule's pattern cannot be read here, or there are no rules. */
export function unmatchedFiles(paths: readonly string[], rules: readonly Patterns[]): ReadonlySet<string> | undefined {
  const looks: ((path: string) => boolean)[] = [];
  for (const { rpath, notRpath } of rules) {
    const [wanted, unwanted] = [patternOf(rpath), patternOf(notRpath)];
    if (!wanted || (notRpath !== undefined && !unwanted) || REPEATED.test(`${rpath} ${notRpath}`)) {
      return undefined;
    }
    looks.push((path) => wanted.test(path) && !unwanted?.test(path));
  }
  // An archive is looked into.
  return looks.length === 0
    ? undefined
    : new Set(paths.filter((path) => !isArchive(path) && !looks.some((look) => look(`/${path}`))));
}

/** The pattern for all files that end like the one at `path`. */
export function patternFor(path: string): string {
  const [end = ""] = /\.[^./]+$/.exec(path) ?? /[^/]+$/.exec(path) ?? [];
  return `${end.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}
