/** Threads that list folders. */

import type { Listers } from "../node/listing.js";
import type { Thread, Threads } from "./threads.js";

/** More threads than this would wait for each other, and for the disk. */
const MOST = 4;

/** Threads of a check, each of which lists folders while it is asked for more. */
export class ThreadListers implements Listers {
  readonly hands: number;
  readonly #threads: Threads;
  readonly #taken: Thread[];
  #next = 0;

  /** Takes some of the `threads`, until {@link done}. */
  constructor(threads: Threads) {
    const count = Math.min(threads.free, MOST);
    this.#threads = threads;
    this.#taken = Array.from({ length: count }, () => threads.take());
    // None waits for its next question.
    this.hands = count * 2;
  }

  async list(folders: string[]) {
    this.#next = (this.#next + 1) % this.#taken.length;
    const thread = this.#taken[this.#next] as Thread;
    const { listing } = await thread.ask({ kind: "list", folders });
    return listing;
  }

  /** There is nothing more to list. */
  done(): void {
    for (const thread of this.#taken.splice(0)) {
      this.#threads.give(thread);
    }
  }
}
