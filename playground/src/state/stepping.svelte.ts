/** Which rule the steps and the tree are of, and which file the steps: the one that was chosen last, there or anywhere else on the page. */

import { likeIt, type Remark, type RemarkKey } from "../place.ts";
import type { Seen } from "../share.ts";
import type { OpenFiles } from "./open-files.svelte.ts";

/** The page, as far as the steps follow it. */
interface Stepped {
  /** The open files. */
  readonly open: Pick<OpenFiles, "active" | "cursor">;
}

/** The rule and the file whose steps are shown. */
export class Stepping {
  /** The rule that was chosen; nothing before one was. */
  rule: string | undefined = $state();
  /** The file. */
  path: string | undefined = $state();

  readonly #page: Stepped;
  /**
   * The remark that was followed last. It is not followed again after each check, or when the steps are shown again.
   */
  #remark: RemarkKey | undefined;
  #cursor: OpenFiles["cursor"];
  #open: string | undefined;

  constructor(page: Stepped) {
    this.#page = page;
  }

  /** Begins with what was seen of a project that comes to be at hand now. */
  begin({ steps = {}, selected }: Seen): void {
    const { rule, path } = steps;
    const { open } = this.#page;
    [this.rule, this.path] = [rule, path];
    this.#remark = rule === undefined ? undefined : selected;
    this.#open = path === undefined ? undefined : open.active.files;
    this.#cursor = open.cursor;
  }

  /** Follows what was selected. */
  select(remark: Remark | undefined): void {
    const isKnown = remark && this.#remark && likeIt(this.#remark, [remark]) !== undefined;
    this.#remark = remark ?? this.#remark;
    if (remark === undefined || isKnown) {
      return;
    }
    this.rule = remark.rule ?? this.rule;
    if (remark.source === "finding" && remark.path !== undefined) {
      // Of a file that another one led to, the steps begin there.
      this.path = "via" in remark.item && remark.item.via ? remark.item.via.path : remark.path;
    }
    // What a script stopped over is what one wants to see of it.
    if (remark.affected.length > 0 && !remark.affected.includes(this.#page.open.active.files ?? "")) {
      this.path = remark.affected[0];
    }
  }

  /** Follows the file that is shown. */
  show(open: string | undefined, selected: Remark | undefined): void {
    const isKnown = open === this.#open;
    this.#open = open;
    // A finding that was chosen has opened its file; the steps may begin in another one.
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
