/** Threads of this process that work for a check: they list folders, look at files, and process batches. */

import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { Crash } from "../core.js";
import { messageOf } from "../errors.js";
import type { WorkerAnswer, WorkerQuestion } from "./worker.js";

/** The limits of a thread. Its objects are short-lived, so a small young generation saves memory and no time. */
const LIMITS = { maxYoungGenerationSizeMb: 2 };

// V8 optimises JavaScript in background threads. If such a thread is still busy for a worker that has ended, Node 20
// aborts the process. Workers run little JavaScript, so each optimises its own code.
setFlagsFromString("--no-concurrent-recompilation");

/** A limited number of threads, which are started when there is work for them. */
export class Threads {
  readonly most: number;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];

  /** Creates up to `most` threads, without starting them. */
  constructor(most: number) {
    this.most = most;
  }

  /** The number of threads that can take more work. */
  get free(): number {
    return this.most - this.#all.size + this.#idle.length;
  }

  /** Returns a thread, reserved until it is given back. If more than `most` are taken, more are started. */
  take(): Thread {
    const thread = this.#idle.pop();
    if (thread !== undefined && !thread.hasEnded) {
      return thread;
    }
    // A thread may have died while it was idle.
    if (thread !== undefined) {
      this.end(thread);
      return this.take();
    }
    const fresh = new Thread();
    this.#all.add(fresh);
    return fresh;
  }

  /** Starts all threads ahead of their work. */
  start(): void {
    while (this.#all.size < this.most) {
      const fresh = new Thread();
      this.#all.add(fresh);
      this.#idle.push(fresh);
    }
  }

  /** Gives back a thread that has done its work. */
  give(thread: Thread): void {
    this.#idle.push(thread);
  }

  /** Ends a thread that is of no more use. */
  end(thread: Thread): void {
    this.#all.delete(thread);
    thread.end();
  }

  /** Runs `work` for each share on its own thread. Dead threads are detected when they are taken again. */
  async share<S, T>(shares: readonly S[], work: (share: S, thread: Thread) => Promise<T>): Promise<T[]> {
    return Promise.all(
      shares.map(async (share) => {
        const thread = this.take();
        try {
          return await work(share, thread);
        } finally {
          this.give(thread);
        }
      }),
    );
  }

  dispose(): void {
    for (const thread of this.#all) {
      thread.end();
    }
    this.#all.clear();
    this.#idle.length = 0;
  }
}

/** One thread, which answers questions in their order. */
export class Thread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (answer: WorkerAnswer) => void; reject: (error: Error) => void }[] = [];
  /** The reason why the thread no longer answers. */
  #ended: Crash | undefined;

  /** Starts a thread, without rules and shared data. */
  constructor() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { resourceLimits: LIMITS });
    this.#worker.on("message", (answer: WorkerAnswer) => {
      if (answer.kind === "crash") {
        this.#fail(answer.message);
      } else {
        this.#waiting.shift()?.resolve(answer);
      }
    });
    this.#worker.on("error", (error) => this.#fail(messageOf(error)));
    this.#worker.on("exit", (code) => this.#fail(`its worker ended with code ${code}`));
  }

  /** True if the thread no longer answers. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Sends a message that is not answered. */
  send(question: Extract<WorkerQuestion, { kind: "begin" | "knowledge" }>): void {
    this.#worker.postMessage(question);
  }

  /** Returns the answer to a question. Rejects with a {@link Crash} if the thread dies, or has died. */
  ask<K extends WorkerAnswer["kind"]>(
    question: WorkerQuestion & { kind: K },
  ): Promise<Extract<WorkerAnswer, { kind: K }>> {
    if (this.#ended !== undefined) {
      return Promise.reject(this.#ended);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as (answer: WorkerAnswer) => void, reject });
      this.#worker.postMessage(question);
    });
  }

  /** Ends the thread without waiting for it. Questions that are still open are never answered. */
  end(): void {
    this.#worker.removeAllListeners();
    void this.#worker.terminate();
    this.#ended ??= new Crash("it was stopped");
  }

  #fail(message: string): void {
    this.#ended ??= new Crash(message);
    for (const { reject } of this.#waiting.splice(0)) {
      reject(this.#ended);
    }
  }
}
