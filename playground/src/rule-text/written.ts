/** All rules that are written in a project, in the order of its files. */

import { type Folder, textsIn } from "../project.ts";
import { rulesIn, type WrittenRule } from "./outline.ts";

/** A rule, with the file that it is written in and its text. */
export type Written = WrittenRule & Readonly<{ file: string; text: string }>;

/** Finds them. Of many files only the one that changed is read again while one types. */
export class WrittenRules {
  /** The rules of each file, with the text that they were found in. */
  #found: ReadonlyMap<string, { text: string; rules: readonly WrittenRule[] }> = new Map();

  /** The rules of these files. */
  of(files: Folder): readonly Written[] {
    this.#found = new Map(
      textsIn(files).map(([file, text]) => {
        const before = this.#found.get(file);
        return [file, before?.text === text ? before : { text, rules: rulesIn(text) }];
      }),
    );
    return [...this.#found].flatMap(([file, { text, rules }]) => rules.map((rule) => ({ ...rule, file, text })));
  }
}
