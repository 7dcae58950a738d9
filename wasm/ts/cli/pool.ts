/** Workers on threads of their own. */

import type { Crew, Run } from "../drive.js";
import type { Glimpsed, Seen } from "./cache/recorder.js";
import type { Thread, Threads } from "./threads.js";
import type { Setting } from "./worker.js";

/** Hears of outcomes, and of what was looked at for them; only by name where they may be others another time. */
export type Keep = (batch: Uint8Array, outcome: readonly Uint8Array[], seen: Seen | Glimpsed) => void;

/** A worker on each thread, begun when there is work for it. One that dies is replaced by a fresh one. */
export class Pool implements Crew {
  readonly hands: number;
  readonly parts: number;
  readonly #threads: Threads;
  readonly #setting: Setting;
  readonly #keep: Keep | undefined;
  readonly #workers = new Set<Thread>();
  #knowledge = share(new Uint8Array());

  /** A pool of workers on `threads`; `keep` hears of what they do. */
  constructor(threads: Threads, setting: Omit<Setting, "remembers">, keep?: Keep) {
    this.#keep = keep;
    this.#threads = threads;
    this.hands = threads.most;
    this.parts = Math.max(this.hands, 2);
    this.#setting = { ...setting, remembers: keep !== undefined };
  }

  prepare(run: Run): void {
    this.#knowledge = share(run.knowledge());
    for (const thread of this.#workers) {
      thread.tell({ kind: "knowledge", knowledge: this.#knowledge });
    }
  }

  async work(batch: Uint8Array): Promise<Uint8Array[]> {
    const thread = this.#hire();
    try {
      const { outcome, seen } = await thread.ask({ kind: "batch", batch });
      this.#threads.give(thread);
      if (seen !== undefined) {
        this.#keep?.(batch, outcome, seen);
      }
      return outcome;
    } catch (error) {
      this.#workers.delete(thread);
      this.#threads.end(thread);
      throw error;
    }
  }

  dispose(): void {
    for (const thread of this.#workers) {
      this.#threads.end(thread);
    }
    this.#workers.clear();
  }

  #hire(): Thread {
    const thread = this.#threads.take();
    if (!this.#workers.has(thread)) {
      this.#workers.add(thread);
      thread.tell({ kind: "begin", setting: this.#setting });
      thread.tell({ kind: "knowledge", knowledge: this.#knowledge });
    }
    return thread;
  }
}

/** The same bytes in memory that all threads see, so that they are not copied for each. */
function share(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
