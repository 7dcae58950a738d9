/** Adds suggestions to remarks about rules whose `rpath` matches no file: similar patterns for the files at hand. */

import { patternsFor } from "../editor/words/present.ts";
import type { Remark } from "../place.ts";
import type { Project } from "../project.ts";
import { nearest } from "./nearest.ts";
import { textAt } from "./replacement.ts";

/** The maximum number of remarks that get a suggestion: where more rules match nothing, there is another cause. */
const MOST = 5;

/** Returns the remarks of a project, with a suggestion where a pattern resembles one that matches files. */
export function withSuggestions(remarks: readonly Remark[], project: Project): readonly Remark[] {
  // The engine has better help for globs, folders and letter case. It does not compare whole patterns.
  const unmatched = remarks.filter(({ item, help }) => {
    return "code" in item && item.code === "rule-no-file" && help === undefined;
  });
  if (unmatched.length === 0) {
    return remarks;
  }
  const selected = new Set(unmatched.slice(0, MOST));
  const patterns = patternsFor([...project.files.keys()]).map(({ label }) => label);
  return remarks.map((remark) => (selected.has(remark) ? withPattern(remark, project, patterns) : remark));
}

/** Returns the remark with the pattern that resembles the written one; unchanged if none does. */
function withPattern(remark: Remark, project: Project, patterns: readonly string[]): Remark {
  const written = (remark.place && textAt(project, remark.place)) ?? "";
  const [, quote = "", pattern = ""] = /^(['"]?)(.*)\1$/.exec(written) ?? [];
  const suggested = nearest(pattern, patterns);
  // YAML would read the backslash in double quotes as the beginning of an escape.
  const isKept = quote === '"' && suggested?.includes("\\");
  return suggested === undefined || isKept
    ? remark
    : { ...remark, help: `did you mean \`${suggested}\`?`, suggestion: quote + suggested + quote };
}
