/** Threads that list folders. */

import type { Listers } from "../node/listing.js";
import type { Thread, Threads } from "./threads.js";

/** More threads than this would wait for each other, and for the disk. */
const MOST = 4;

/** Threads of a check that list folders. */
export class ThreadListers implements Listers {
  readonly concurrency: number;
  readonly #threads: Threads;
  /** The threads that were taken, each with the number of its open questions. */
  readonly #taken = new Map<Thread, number>();

  /** Creates listers that take `threads` as they become free, until {@link done} is called. */
  constructor(threads: Threads) {
    this.#threads = threads;
    // Two questions for each thread, so that none waits for the next.
    this.concurrency = Math.min(threads.most, MOST) * 2;
  }

  async list(folders: string[]) {
    const thread = this.#leastBusy();
    this.#count(thread, 1);
    try {
      const { listing } = await thread.ask({ kind: "list", folders });
      return listing;
    } finally {
      this.#count(thread, -1);
    }
  }

  done(): void {
    for (const thread of this.#taken.keys()) {
      this.#threads.give(thread);
    }
    this.#taken.clear();
  }

  #leastBusy(): Thread {
    const { size } = this.#taken;
    if (size === 0 || (size < MOST && this.#threads.free > 0)) {
      this.#taken.set(this.#threads.take(), 0);
    }
    // Threads that have ended answer no more questions.
    const alive = [...this.#taken].filter(([thread]) => !thread.hasEnded);
    return (alive.length > 0 ? alive : [...this.#taken]).reduce((least, one) => (one[1] < least[1] ? one : least))[0];
  }

  #count(thread: Thread, by: number): void {
    const count = this.#taken.get(thread);
    if (count !== undefined) {
      this.#taken.set(thread, count + by);
    }
  }
}
