/** The order in which files are offered for the steps of a rule. */

import type { Remark } from "../../place.ts";
import { BY_NAME } from "../../project.ts";
import { type Patterns, patternOf } from "../../rule-text/pattern.ts";

/** Returns the files in which a rule has findings, or in which its script stopped. */
export function failingOf(remarks: readonly Remark[], rule: string | undefined): Set<string> {
  const paths = new Set<string>();
  for (const { source, rule: of, item, path, affected } of remarks) {
    for (const stopped of of === rule ? affected : []) {
      paths.add(stopped);
    }
    if (source === "finding" && of === rule && path !== undefined) {
      // If another file led to the file, the steps begin there.
      paths.add("via" in item && item.via ? item.via.path : path);
    }
  }
  return paths;
}

/**
 * Returns the paths in order: files that fail, then files that the rule seems to look at, then the other ones. Only the
 * steps show which files the rule really looks at, because this function uses the regular expressions of the browser.
 */
export function orderOf(paths: readonly string[], failing: ReadonlySet<string>, rule: Patterns | undefined) {
  const included = patternOf(rule?.rpath);
  const excluded = patternOf(rule?.notRpath);
  const isLooked = (path: string) => included?.test(`/${path}`) === true && excluded?.test(`/${path}`) !== true;
  const sorted = [...paths].sort(BY_NAME.compare);
  const fails = sorted.filter((path) => failing.has(path));
  const rest = sorted.filter((path) => !failing.has(path));
  const looked = rest.filter(isLooked);
  const lookedSet = new Set(looked);
  return { first: fails[0] ?? looked[0], files: [...fails, ...looked, ...rest.filter((path) => !lookedSet.has(path))] };
}
