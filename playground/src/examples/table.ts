/** The examples of the page: sample projects, and those of the reference. The build inserts their content. */

import reference from "virtual:reference";
import samples from "virtual:samples";
import { isRuleFile } from "../project.ts";
import type { Shared } from "../share.ts";
import type { Example as Opened } from "./example.ts";
import { folderOf, partsOf } from "./packed.ts";

/** A sample project. */
export interface Example extends Opened {
  /** A short description of the subject of the example. */
  shows: string;
}

/** One method, function or name of the reference, or some that belong together. */
export interface Entry {
  /** The names, as rules write them. */
  names: readonly string[];
  /** A description of its effect. */
  doc: string;
  /** Further explanations, each with its heading. */
  more: readonly (readonly [string, string])[];
  /** The rules of the project that uses it, for the search; empty if there is no such project. */
  rules: string;
  /** Returns a project that uses it; undefined if there is none. */
  open: (() => Shared) | undefined;
}

/** Entries that are of one kind. */
export interface Section {
  title: string;
  /** A note that applies to all entries. */
  note: string;
  entries: readonly Entry[];
}

/** All examples, the one to begin with first. */
export const EXAMPLES = partsOf(samples, 1).map(exampleOf) as [Example, ...Example[]];

/** All sections of the reference. */
export const REFERENCE: readonly Section[] = partsOf(reference, 1).map((section) => {
  const [title = "", note = "", entries = ""] = partsOf(section, 2);
  return { title, note, entries: partsOf(entries, 3).map(entryOf) };
});

function exampleOf(packed: string): Example {
  const [title = "", shows = "", note = "", shown, view, rules = "", files = ""] = partsOf(packed, 2);
  return { title, shows, note, ...(view && { view }), open: () => projectOf(rules, files, 3, shown) };
}

function entryOf(packed: string): Entry {
  const [names = "", doc = "", more = "", rules = "", files = "", shown] = partsOf(packed, 4);
  return {
    names: partsOf(names, 5),
    doc,
    more: partsOf(more, 5).map((one) => {
      const [word = "", text = ""] = partsOf(one, 6);
      return [word, text];
    }),
    rules,
    open: rules === "" ? undefined : () => projectOf(rules, files, 5, shown),
  };
}

/**
 * Returns a project with all files of the rules side open, and of the files under check the one at `shown`, or the
 * first.
 */
function projectOf(rules: string, files: string, depth: number, shown: string | undefined): Shared {
  const project = { rules: folderOf(rules, depth), files: folderOf(files, depth) };
  const ruleFiles = [...project.rules.keys()];
  const file = shown || [...project.files.keys()][0];
  return {
    project,
    tabs: { rules: ruleFiles, files: file === undefined ? [] : [file] },
    active: { rules: ruleFiles.find(isRuleFile), files: file },
  };
}
