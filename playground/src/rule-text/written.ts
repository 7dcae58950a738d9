/** All rules in a project, in the order of its files. */

import { type Folder, textsIn } from "../project.ts";
import { rulesIn, type WrittenRule } from "./outline.ts";

export type Written = WrittenRule & Readonly<{ file: string; text: string }>;

/** Finds the rules. After a change, only the changed file is read again. */
export class WrittenRules {
  /** The rules of each file, with the text that was read. */
  #found: ReadonlyMap<string, { text: string; rules: readonly WrittenRule[] }> = new Map();

  /** Returns the rules of these files. */
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
