/** The nodes of the shown file, requested when it changes, with those that are open and the one that has the cursor. */

import { untrack } from "svelte";
import { Latest, type Outline, outline } from "../../engine.ts";
import type { Content } from "../../project.ts";
import { toggled } from "../filter.ts";
import { nodeRows, type Opened, openedAgain, openedAtFirst, revealed } from "./node-rows.ts";

/** The delay, in milliseconds, after a change before the nodes are requested. */
const PAUSE = 150;

type TreeFile = Readonly<{ path: string; content: Content }>;

type LoadedNodes = TreeFile & Readonly<{ outline: Outline }>;

/** Requests the nodes of one file after the other. */
export class Nodes {
  /** The file whose nodes are shown: the previous one until the next one is read. */
  loaded: LoadedNodes | undefined = $state.raw();
  current: number | undefined = $state();
  #opened: Opened = $state.raw(new Set<number>());
  readonly rows = $derived(this.loaded === undefined ? [] : nodeRows(this.loaded.outline, this.#opened));

  #requested: TreeFile | undefined;
  readonly #latest = new Latest<LoadedNodes>(({ result }) => {
    const requested = this.#requested;
    if (result !== undefined && result.content === requested?.content && result.path === requested.path) {
      this.#take(result);
    } else if (this.loaded?.path !== requested?.path) {
      // The nodes of the previous file do not belong to this one.
      this.loaded = undefined;
    }
  });

  /**
   * Requests the nodes of a file: at once, or after a pause if its nodes are shown already. Returns a function that
   * cancels the request before it starts.
   */
  load(file: TreeFile): () => void {
    this.#requested = file;
    const ask = () => {
      this.#latest.ask(0, async (running) => {
        return { ...file, outline: await outline(file.path, file.content, running) };
      });
    };
    // The user waits for the nodes of a new file, but types in a shown one.
    const timer = setTimeout(ask, untrack(() => this.loaded?.path) === file.path ? PAUSE : 0);
    return () => clearTimeout(timer);
  }

  forget(): void {
    this.#requested = undefined;
    this.loaded = undefined;
  }

  reveal(node: number): void {
    const { loaded } = this;
    if (loaded !== undefined) {
      const opened = untrack(() => this.#opened);
      this.#opened = revealed(loaded.outline, opened, node);
    }
    this.current = node;
  }

  toggle(node: number, open: boolean): void {
    this.#opened = toggled(this.#opened, node, open);
  }

  #take(next: LoadedNodes): void {
    const before = this.loaded?.path === next.path ? this.loaded : undefined;
    this.#opened =
      before === undefined ? openedAtFirst(next.outline) : openedAgain(before.outline, this.#opened, next.outline);
    const isThere = before !== undefined && this.current !== undefined && this.current < next.outline.size;
    this.current = isThere ? this.current : undefined;
    this.loaded = next;
  }
}
