/** The examples of the page: sample projects, and those of the reference. What they hold is put in by the build. */

import reference from "virtual:reference";
import samples from "virtual:samples";
import { type Content, isRuleFile } from "../project.ts";
import type { Shared } from "../share.ts";
import type { Example as Opened } from "./example.ts";

/** A sample project. */
export interface Example extends Opened {
  /** What it is an example of, in a few words. */
  shows: string;
}

/** One method, function or name of the reference, or some that belong together. */
export interface Entry {
  /** How it is written. */
  names: readonly string[];
  /** What it does. */
  doc: string;
  /** What else there is to say, each under its word. */
  more: readonly (readonly [string, string])[];
  /** A project that uses it, where there is one. */
  open: (() => Shared) | undefined;
}

/** Entries that are of one kind. */
export interface Section {
  title: string;
  /** What holds for all of them. */
  note: string;
  entries: readonly Entry[];
}

/** A file as the build has it: a text, or bytes as letters or hexadecimal digits. */
type Held = string | { bytes: string } | { hex: string };

type Folder = Readonly<Record<string, Held>>;

/** All examples, the one to begin with first. */
export const EXAMPLES: readonly [Example, ...Example[]] = [exampleOf(samples[0]), ...samples.slice(1).map(exampleOf)];

/** All sections of the reference. */
export const REFERENCE: readonly Section[] = reference.map(({ title, note, entries }) => {
  const withProjects = entries.map(({ example, ...entry }) => {
    return {
      ...entry,
      open: example === null ? undefined : () => projectOf(example.rules, example.files, example.open),
    };
  });
  return { title, note, entries: withProjects };
});

function exampleOf({ title, shows, note, rules, files, open, view }: (typeof samples)[number]): Example {
  return { title, shows, note, ...(view && { view }), open: () => projectOf(rules, files, open) };
}

/** A project with all that is on the side of its rules open, and of the files under check the one at `shown`. */
function projectOf(rules: Folder, files: Folder, shown = Object.keys(files)[0]): Shared {
  const ruleFiles = Object.keys(rules);
  return {
    project: { rules: folderOf(rules), files: folderOf(files) },
    tabs: { rules: ruleFiles, files: shown === undefined ? [] : [shown] },
    active: { rules: ruleFiles.find(isRuleFile), files: shown },
  };
}

function folderOf(folder: Folder): ReadonlyMap<string, Content> {
  return new Map(Object.entries(folder).map(([path, held]) => [path, contentOf(held)]));
}

function contentOf(held: Held): Content {
  if (typeof held === "string") {
    return held;
  }
  return new Blob(["hex" in held ? fromHex(held.hex) : fromLetters(held.bytes)]);
}

function fromHex(digits: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(digits.match(/[0-9a-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromLetters(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
