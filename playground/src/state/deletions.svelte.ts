/** Deletions and moves in the current project that can be undone. */

import type { Action, NoticeHost } from "../notice.ts";
import type { Spot } from "../project.ts";

/** A file or a folder that was deleted, or moved. */
interface Deletion extends Spot {
  /** The new path, if it was moved. */
  to?: string;
  /** The time, in milliseconds since 1970. */
  at: number;
  /** Restores the file. If something is in the way, it returns that path; for a moved file, it returns a sentence. */
  putBack: () => string | undefined;
  /** True if undoing the previous deletion was still offered. It is offered again after this one is undone. */
  chained: boolean;
}

/** The maximum number of deletions that can be undone: each of them holds its files in memory. */
const MOST = 10;

/** The last deletions. They are discarded with the project. */
export class Deletions {
  /** The deletions, newest first. */
  list: readonly Deletion[] = $state.raw([]);

  readonly #page: NoticeHost;
  /** The deletion that a notice offers to undo, and the action of that notice. */
  #offered: { deletion: Deletion; action: Action } | undefined;

  constructor(page: NoticeHost) {
    this.#page = page;
  }

  /**
   * Records a deletion, and offers to undo it. After that, the previous one is offered again if it was still offered.
   */
  add(deleted: Pick<Deletion, "side" | "path" | "to">, putBack: Deletion["putBack"]): void {
    const deletion = { ...deleted, at: Date.now(), putBack, chained: this.#isOffered() };
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

  /** Returns true if the current notice offers to undo a deletion. */
  #isOffered(): boolean {
    return this.#offered !== undefined && this.#page.notice?.action === this.#offered.action;
  }

  /** Undoes a deletion, by default the last one. If that is impossible, a notice gives the reason. */
  undoDeletion(deletion = this.list[0]): void {
    if (deletion === undefined || !this.list.includes(deletion)) {
      return;
    }
    const inWay = deletion.putBack();
    if (inWay !== undefined) {
      const { path, to } = deletion;
      const text =
        to === undefined
          ? `\`${path}\` stays deleted, because \`${inWay}\` is in its place now.`
          : `\`${to}\` keeps its name: ${inWay}.`;
      this.#page.notice = { text };
      return;
    }
    this.list = this.list.filter((one) => one !== deletion);
    if (this.#isOffered() && this.#offered?.deletion === deletion) {
      this.#page.notice = undefined;
    }
  }

  /** Discards all deletions, because another project is opened. */
  forget(): void {
    this.list = [];
  }
}
