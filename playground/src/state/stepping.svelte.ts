/** The rule whose steps and values are shown, and the file: those that the user chose last on the page. */

import { likeIt, type Remark, type RemarkKey } from "../place.ts";
import type { ViewState } from "../share.ts";
import type { OpenFiles } from "./open-files.svelte.ts";
import type { PageParts } from "./page-parts.ts";

export class Stepping {
  /** The chosen rule; undefined until one is chosen. */
  rule: string | undefined = $state();
  path: string | undefined = $state();

  readonly #page: Pick<PageParts, "open">;
  /**
   * The remark that was followed last. It is not followed again after each check, or when the steps are shown again.
   */
  #remark: RemarkKey | undefined;
  #cursor: OpenFiles["cursor"];
  #open: string | undefined;

  constructor(page: Pick<PageParts, "open">) {
    this.#page = page;
  }

  /** Restores the steps of a project that is opened. */
  begin({ steps = {}, selected }: ViewState): void {
    const { rule, path } = steps;
    const { open } = this.#page;
    [this.rule, this.path] = [rule, path];
    this.#remark = rule === undefined ? undefined : selected;
    this.#open = path === undefined ? undefined : open.active.files;
    this.#cursor = open.cursor;
  }

  select(remark: Remark | undefined): void {
    const isKnown = remark && this.#remark && likeIt(this.#remark, [remark]) !== undefined;
    this.#remark = remark ?? this.#remark;
    if (remark === undefined || isKnown) {
      return;
    }
    this.rule = remark.rule ?? this.rule;
    if (remark.source === "finding" && remark.path !== undefined) {
      // If another file led to the file, the steps begin there.
      this.path = "via" in remark.item && remark.item.via ? remark.item.via.path : remark.path;
    }
    // If a script stopped on a file, the steps show that file.
    if (remark.affected.length > 0 && !remark.affected.includes(this.#page.open.active.files ?? "")) {
      this.path = remark.affected[0];
    }
  }

  /** Follows the shown file. */
  show(open: string | undefined, selected: Remark | undefined): void {
    const isKnown = open === this.#open;
    this.#open = open;
    // A selected finding has opened its file, but the steps may begin in another one.
    const isOfIt =
      open === selected?.path ||
      (selected !== undefined && selected.affected.length > 0 && !selected.affected.includes(open ?? ""));
    if (open !== undefined && !isKnown && !isOfIt) {
      this.path = open;
    }
  }

  /** Follows the cursor of an editor, which is in a rule or in none. */
  move(cursor: OpenFiles["cursor"], ruleAt: () => string | undefined): void {
    if (cursor !== this.#cursor && cursor?.side === "rules") {
      this.rule = ruleAt() ?? this.rule;
    }
    this.#cursor = cursor;
  }
}
