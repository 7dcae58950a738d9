/** The nodes of the shown file, requested when it changes, with those that are open and the one that has the cursor. */

import { untrack } from "svelte";
import { Latest, type Outline, outline } from "../../engine.ts";
import type { Content } from "../../project.ts";
import { toggled } from "../filter.ts";
import { nodeRows, type Opened, openedAgain, openedAtFirst, revealed } from "./node-rows.ts";

/** The delay, in milliseconds, after a change before the nodes are requested. */
const PAUSE = 150;

/** A file. */
type WantedFile = Readonly<{ path: string; content: Content }>;

/** A file, and its nodes. */
type SeenNodes = WantedFile & Readonly<{ outline: Outline }>;

/** Requests the nodes of one file after the other. */
export class Nodes {
  /**
   * The file whose nodes are shown: the previous one until the next one is read; undefined if there are no nodes to
   * show.
   */
  seen: SeenNodes | undefined = $state.raw();
  /** The node that has the cursor. */
  current: number | undefined = $state();
  #opened: Opened = $state.raw(new Set<number>());
  /** The visible nodes, as the rows of a tree. */
  readonly rows = $derived(this.seen === undefined ? [] : nodeRows(this.seen.outline, this.#opened));

  #wanted: WantedFile | undefined;
  readonly #asked = new Latest<SeenNodes>(({ result }) => {
    const wanted = this.#wanted;
    if (result !== undefined && result.content === wanted?.content && result.path === wanted.path) {
      this.#take(result);
    } else if (this.seen?.path !== wanted?.path) {
      // The nodes of the previous file do not belong to this one.
      this.seen = undefined;
    }
  });

  /**
   * Requests the nodes of a file: at once, or after a pause if its nodes are shown already. Returns a function that
   * cancels the request before it starts.
   */
  want(wanted: WantedFile): () => void {
    this.#wanted = wanted;
    const ask = () => {
      this.#asked.ask(0, async (running) => {
        return { ...wanted, outline: await outline(wanted.path, wanted.content, running) };
      });
    };
    const timer = setTimeout(ask, untrack(() => this.seen?.path) === wanted.path ? PAUSE : 0);
    return () => clearTimeout(timer);
  }

  /** Removes the nodes. */
  forget(): void {
    this.#wanted = undefined;
    this.seen = undefined;
  }

  /** Puts the cursor on a node. */
  reveal(node: number): void {
    const { seen } = this;
    if (seen !== undefined) {
      const opened = untrack(() => this.#opened);
      this.#opened = revealed(seen.outline, opened, node);
    }
    this.current = node;
  }

  /** Opens a node, or closes it. */
  toggle(node: number, open: boolean): void {
    this.#opened = toggled(this.#opened, node, open);
  }

  #take(next: SeenNodes): void {
    const before = this.seen?.path === next.path ? this.seen : undefined;
    this.#opened =
      before === undefined ? openedAtFirst(next.outline) : openedAgain(before.outline, this.#opened, next.outline);
    const isThere = before !== undefined && this.current !== undefined && this.current < next.outline.size;
    this.current = isThere ? this.current : undefined;
    this.seen = next;
  }
}
