/** The examples of the page. Each is a file; a new one is a new row. */

import { type Content, isRuleFile } from "../project.ts";
import type { Shared } from "../share.ts";
import { guids } from "./guids.ts";
import { textures } from "./textures.ts";

/** A sample project. */
export interface Example {
  /** What the menu calls it. */
  title: string;
  /** What it shows, in one sentence. */
  note: string;
  /** The project. */
  open: () => Shared;
}

/** A sample project as its file has it: all files by path; the first rule file and the first file are open. */
export interface Sample {
  /** What the menu calls it. */
  title: string;
  /** What it shows, in one sentence. */
  note: string;
  /** Rule files and what they name. */
  rules: Readonly<Record<string, Content>>;
  /** The files under check. */
  files: Readonly<Record<string, Content>>;
}

function exampleOf({ title, note, rules, files }: Sample): Example {
  return {
    title,
    note,
    open() {
      const active = { rules: Object.keys(rules).find(isRuleFile), files: Object.keys(files)[0] };
      const tabs = { rules: [active.rules ?? []].flat(), files: [active.files ?? []].flat() };
      const project = { rules: new Map(Object.entries(rules)), files: new Map(Object.entries(files)) };
      return { project, tabs, active };
    },
  };
}

/** All examples, the one to begin with first. */
export const EXAMPLES: readonly [Example, ...Example[]] = [exampleOf(textures), exampleOf(guids)];
