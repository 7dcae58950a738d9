/** The files of a project in the order in which one looks at them by a rule. */

import type { Remark } from "../../place.ts";
import { BY_NAME } from "../../project.ts";
import { type Patterns, patternOf } from "../../rule-text/pattern.ts";

/** The files of which a rule tells that they fail, or over which its script stopped. */
export function failingOf(remarks: readonly Remark[], rule: string | undefined): Set<string> {
  const paths = new Set<string>();
  for (const { source, rule: of, item, path, affected } of remarks) {
    for (const stopped of of === rule ? affected : []) {
      paths.add(stopped);
    }
    if (source === "finding" && of === rule && path !== undefined) {
      // Of a file that another one led to, the steps begin there.
      paths.add("via" in item && item.via ? item.via.path : path);
    }
  }
  return paths;
}

/**
 * The files that fail, then those that the rule seems to look at, then all others. What the rule looks at in truth is told
 * by its steps: this one reads expressions as browsers do.
 */
export function orderOf(paths: readonly string[], failing: ReadonlySet<string>, rule: Patterns | undefined) {
  const wanted = patternOf(rule?.rpath);
  const unwanted = patternOf(rule?.notRpath);
  const isLooked = (path: string) => wanted?.test(`/${path}`) === true && unwanted?.test(`/${path}`) !== true;
  const sorted = [...paths].sort(BY_NAME.compare);
  const fails = sorted.filter((path) => failing.has(path));
  const rest = sorted.filter((path) => !failing.has(path));
  const looked = rest.filter(isLooked);
  const seen = new Set(looked);
  return { first: fails[0] ?? looked[0], files: [...fails, ...looked, ...rest.filter((path) => !seen.has(path))] };
}
