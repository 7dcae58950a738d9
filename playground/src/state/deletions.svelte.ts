/** Deletions and moves in the current project that can be undone. */

import type { Action, NoticeHost } from "../notice.ts";
import type { Spot } from "../project.ts";

/** A file or a folder that was deleted, or moved. */
interface Deletion extends Spot {
  /** Where it was moved, if it was. */
  to?: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Puts it back, unless something is in the way, which is returned: of what was moved in a sentence. */
  putBack: () => string | undefined;
  /** Whether the one before was still offered to be taken back, as it is again after this one. */
  chained: boolean;
}

/** The maximum number of deletions that can be undone: each of them holds its files in memory. */
const MOST = 10;

/** The last deletions. They are of no use once another project is at hand. */
export class Deletions {
  /** The newest first. */
  list: readonly Deletion[] = $state.raw([]);

  readonly #page: NoticeHost;
  /** The one that is offered to be taken back, and what offers it. */
  #offered: { deletion: Deletion; action: Action } | undefined;

  constructor(page: NoticeHost) {
    this.#page = page;
  }

  /** Takes in a deletion, and offers to take it back; after that, the one before is offered again, if it was just now. */
  add(gone: Pick<Deletion, "side" | "path" | "to">, putBack: Deletion["putBack"]): void {
    const deletion = { ...gone, at: Date.now(), putBack, chained: this.#isTold() };
    this.list = [deletion, ...this.list].slice(0, MOST);
    this.#offer(deletion);
  }

  #offer(deletion: Deletion): void {
    const run = () => {
      const next = this.list[this.list.indexOf(deletion) + 1];
      this.undoDeletion(deletion);
      if (deletion.chained && next !== undefined && this.#page.notice === undefined) {
        this.#offer(next);
      }
    };
    const action: Action = { label: "Undo", run, until: "project" };
    this.#offered = { deletion, action };
    const { path, to } = deletion;
    this.#page.notice = { text: `\`${path}\` is ${to === undefined ? "deleted" : `\`${to}\` now`}`, action };
  }

  /** Whether the notice at hand offers to take back a deletion. */
  #isTold(): boolean {
    return this.#offered !== undefined && this.#page.notice?.action === this.#offered.action;
  }

  /** Takes a deletion back, the last one if no other. One that cannot be stays, which is told. */
  undoDeletion(deletion = this.list[0]): void {
    if (deletion === undefined || !this.list.includes(deletion)) {
      return;
    }
    const inWay = deletion.putBack();
    if (inWay !== undefined) {
      const { path, to } = deletion;
      const text =
        to === undefined
          ? `\`${path}\` stays deleted, as \`${inWay}\` is in its place now.`
          : `\`${to}\` keeps its name: ${inWay}.`;
      this.#page.notice = { text };
      return;
    }
    this.list = this.list.filter((one) => one !== deletion);
    if (this.#isTold() && this.#offered?.deletion === deletion) {
      this.#page.notice = undefined;
    }
  }

  /** Another project is at hand. */
  forget(): void {
    this.list = [];
  }
}
