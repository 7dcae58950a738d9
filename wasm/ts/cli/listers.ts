/** Threads that list folders. */

import type { Listers } from "../node/listing.js";
import type { Thread, Threads } from "./threads.js";

/** All threads of a check, each of which lists folders while it is asked for more. */
export class ThreadListers implements Listers {
  readonly hands: number;
  readonly #threads: Threads;
  readonly #taken: Thread[];
  #next = 0;

  /** Takes all `threads`, until {@link done}. */
  constructor(threads: Threads) {
    this.#threads = threads;
    this.#taken = Array.from({ length: threads.most }, () => threads.take());
    this.hands = threads.most * 2;
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
