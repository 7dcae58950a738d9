/** The examples of the page: sample projects, and those of the reference. The build inserts their content. */

import reference from "virtual:reference";
import samples from "virtual:samples";
import { isRuleFile } from "../project.ts";
import type { Shared } from "../share.ts";
import { folderOf, type InlineProject, searchedText } from "./inline.ts";

/** A sample project, as the build inserts it. */
export interface InlineSample extends InlineProject, Pick<Sample, "title" | "shows" | "note" | "view"> {}

/** A section of the reference, as the build inserts it. */
export interface InlineSection extends Omit<Section, "entries"> {
  entries: readonly (Pick<Entry, "names" | "doc" | "more"> & { example: InlineProject | null })[];
}

/** A project that demonstrates something. */
export interface Example {
  title: string;
  /** A note that explains what to look at. */
  note: string;
  /** The id of the view of the results that shows it; the findings if it is left out. */
  view?: string;
  /** Returns the project with its open files. */
  open: () => Shared;
}

/** A sample project, with a short description of its subject. */
interface Sample extends Example {
  shows: string;
}

/** One method, function or name of the reference, or some that belong together. */
export interface Entry {
  /** The names, as rules write them. */
  names: readonly string[];
  doc: string;
  /** Further explanations, each with its heading. */
  more: readonly (readonly [string, string])[];
  /** The rules of the project that uses it, for the search; empty if there is no such project. */
  rules: string;
  /** Returns a project that uses it; undefined if none exists. */
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
export const EXAMPLES = samples.map((sample): Sample => {
  const { title, shows, note, view } = sample;
  return { title, shows, note, ...(view && { view }), open: () => projectOf(sample) };
}) as [Sample, ...Sample[]];

export const REFERENCE: readonly Section[] = reference.map(({ entries, ...about }) => ({
  ...about,
  entries: entries.map(({ example, ...entry }) => ({
    ...entry,
    rules: example === null ? "" : searchedText(example.rules),
    open: example === null ? undefined : () => projectOf(example),
  })),
}));

/** Returns a project with all files of the rules open, and of the files under check `open` or the first. */
function projectOf({ rules, files, open = Object.keys(files)[0] }: InlineProject): Shared {
  const ruleFiles = Object.keys(rules);
  return {
    project: { rules: folderOf(rules), files: folderOf(files) },
    tabs: { rules: ruleFiles, files: open === undefined ? [] : [open] },
    active: { rules: ruleFiles.find(isRuleFile), files: open },
  };
}
