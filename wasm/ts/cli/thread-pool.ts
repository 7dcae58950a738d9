/** An executor whose workers run on their own threads. */

import type { Executor, Run } from "../drive.js";
import type { AccessedFiles, PathsOnly } from "./cache/access-log.js";
import type { Thread, Threads } from "./threads.js";
import type { WorkerSetting } from "./worker.js";

/** Receives the outcomes of a batch and the accessed files; only their paths if a repeated run may differ. */
export type Keep = (batch: Uint8Array, outcome: readonly Uint8Array[], accessed: AccessedFiles | PathsOnly) => void;

/** An executor with a worker on each thread, started when there is work. A worker that crashes is replaced. */
export class ThreadPool implements Executor {
  readonly concurrency: number;
  readonly parts: number;
  readonly #threads: Threads;
  readonly #setting: WorkerSetting;
  readonly #keep: Keep | undefined;
  readonly #workers = new Set<Thread>();
  #sharedIndex = share(new Uint8Array());
  #isInformed = false;

  /** Creates a pool of workers on `threads`; `keep` receives their outcomes. */
  constructor(threads: Threads, setting: Omit<WorkerSetting, "keepsAccesses">, keep?: Keep) {
    this.#keep = keep;
    this.#threads = threads;
    this.concurrency = threads.most;
    // With 1, the run would expect that all work is done in its own memory.
    this.parts = Math.max(this.concurrency, 2);
    this.#setting = { ...setting, keepsAccesses: keep !== undefined };
  }

  /** Has all workers compile the rules before there is work for them. */
  begin(): void {
    const threads = Array.from({ length: this.concurrency }, () => this.#startWorker());
    for (const thread of threads) {
      this.#threads.give(thread);
    }
  }

  prepare(run: Run): void {
    if (run.isInformed === this.#isInformed) {
      return;
    }
    this.#isInformed = run.isInformed;
    this.#sharedIndex = share(run.knowledge());
    for (const thread of this.#workers) {
      thread.send({ kind: "knowledge", knowledge: this.#sharedIndex });
    }
  }

  async work(batch: Uint8Array): Promise<Uint8Array[]> {
    const thread = this.#startWorker();
    try {
      const { outcome, accessed } = await thread.ask({ kind: "batch", batch });
      this.#threads.give(thread);
      if (accessed !== undefined) {
        this.#keep?.(batch, outcome, accessed);
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

  #startWorker(): Thread {
    const thread = this.#threads.take();
    if (!this.#workers.has(thread)) {
      this.#workers.add(thread);
      thread.send({ kind: "begin", setting: this.#setting });
      thread.send({ kind: "knowledge", knowledge: this.#sharedIndex });
    }
    return thread;
  }
}

/** Returns a copy of `bytes` in memory that all threads share, so that they are not copied for each thread. */
function share(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
