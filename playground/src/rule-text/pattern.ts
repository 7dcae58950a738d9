/** The path patterns of a rule. */

import { attempt } from "../../../wasm/ts/attempt.js";
import { isArchive } from "../project.ts";
import type { WrittenRule } from "./outline.ts";

/** The patterns of the files that a rule looks at. */
export type Patterns = Pick<WrittenRule, "rpath" | "notRpath">;

/** Returns a pattern as a regular expression of the browser; undefined if it cannot be one. */
export function patternOf(written: string | undefined): RegExp | undefined {
  return written === undefined || written.startsWith("artfunc_") ? undefined : attempt(() => new RegExp(written, "u"));
}

/** Matches repetitions of groups, which may take browsers endless time. */
const REPEATED = /\)[*+{]/;

/**
 * Returns the files that no rule seems to look at; undefined if a pattern of a rule cannot be used here, or if there
 * are no rules.
 */
export function unmatchedFiles(paths: readonly string[], rules: readonly Patterns[]): ReadonlySet<string> | undefined {
  const looks: ((path: string) => boolean)[] = [];
  for (const { rpath, notRpath } of rules) {
    const [included, excluded] = [patternOf(rpath), patternOf(notRpath)];
    if (!included || (notRpath !== undefined && !excluded) || REPEATED.test(`${rpath} ${notRpath}`)) {
      return undefined;
    }
    looks.push((path) => included.test(path) && !excluded?.test(path));
  }
  // Rules look at the files in an archive.
  return looks.length === 0
    ? undefined
    : new Set(paths.filter((path) => !isArchive(path) && !looks.some((look) => look(`/${path}`))));
}

/** Returns the pattern for all files with the extension of `path`. */
export function patternFor(path: string): string {
  const [end = ""] = /\.[^./]+$/.exec(path) ?? /[^/]+$/.exec(path) ?? [];
  return `${end.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}
