/** The rule packs that ship with the page: their catalogue, and adding their rules to the project. */

import type { RulePack } from "assay/packs";
import { counted } from "../format.ts";
import { type Action, type Notice, undoAction } from "../notice.ts";
import { filesToAdd, hasAll, ruleFilesOf } from "../packs/project-files.ts";
import { suggestedPacks } from "../packs/suggested.ts";
import type { PageParts } from "./page-parts.ts";

export class RulePacks {
  isOpen = $state(false);

  readonly #page: PageParts;

  constructor(page: PageParts) {
    this.#page = page;
  }

  /** Returns true if the project has all these rule files of packs, or changed copies of them. */
  has(paths: readonly string[]): boolean {
    return hasAll(this.#page.project.rules, paths);
  }

  /** Adds rule files of a pack to the project, by default all of them. Returns the notice about it. */
  add(pack: RulePack, chosen: readonly string[] = ruleFilesOf(pack)): Notice {
    const page = this.#page;
    const before = page.drafting.current();
    const count = chosen.filter((path) => !this.has([path])).length;
    page.changes.take({ rules: filesToAdd(pack, chosen, page.project.rules) }, undefined);
    const text = `${counted(count, "rule file")} of the pack \`${pack.name}\` added, in the folder \`${pack.name}\`.`;
    page.notice = { text, action: undoAction(() => page.switcher.open(before)) };
    return page.notice;
  }

  /** Returns an action that opens the catalogue, if packs fit files with these paths. */
  offer(paths: readonly string[]): Action | undefined {
    const run = () => {
      this.isOpen = true;
    };
    return suggestedPacks(paths).length === 0 ? undefined : { label: "Suggest rules for these files", run };
  }
}
