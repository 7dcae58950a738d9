/** Threads of this process that do what a check asks them to: list folders, look at files, work on batches. */

import { Worker } from "node:worker_threads";
import { Crash } from "../core.js";
import type { Answer, Question } from "./worker.js";

/** What a thread makes is short-lived: in a small room for what is young, it takes less memory, and no longer. */
const LIMITS = { maxYoungGenerationSizeMb: 2 };

/** Up to so many threads, each started when there is work for it. */
export class Threads {
  /** How many there are at most. */
  readonly most: number;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];

  /** Up to `most` threads, of which none has been started yet. */
  constructor(most: number) {
    this.most = most;
  }

  /** How many more can work. */
  get free(): number {
    return this.most - this.#all.size + this.#idle.length;
  }

  /** One that has nothing to do, which is nobody else's until it is given back. There are more than `most` if more are taken. */
  take(): Thread {
    const thread = this.#idle.pop();
    if (thread !== undefined && !thread.hasEnded) {
      return thread;
    }
    if (thread !== undefined) {
      this.end(thread);
      return this.take();
    }
    const fresh = new Thread();
    this.#all.add(fresh);
    return fresh;
  }

  /** Gives one back that has done its work. */
  give(thread: Thread): void {
    this.#idle.push(thread);
  }

  /** Ends one: it is of no more use. */
  end(thread: Thread): void {
    this.#all.delete(thread);
    thread.end();
  }

  /**
   * What `work` makes of each share, on threads of their own. What has been taken is given back, so a thread that died is found
   * out when it is taken again.
   */
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

  /** Ends all of them. */
  dispose(): void {
    for (const thread of this.#all) {
      thread.end();
    }
    this.#all.clear();
    this.#idle.length = 0;
  }
}

/** One thread, which answers what it is asked in the order in which it was asked. */
export class Thread {
  readonly #worker: Worker;
  readonly #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  /** Why it does not answer any more. */
  #ended: Crash | undefined;

  /** A thread that knows nothing yet. */
  constructor() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { resourceLimits: LIMITS });
    this.#worker.on("message", (answer: Answer) => {
      if (answer.kind === "crash") {
        this.#fail(answer.message);
      } else {
        this.#waiting.shift()?.resolve(answer);
      }
    });
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", (code) => this.#fail(`its worker ended with code ${code}`));
  }

  /** Whether it does not answer any more. */
  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Tells it something. */
  tell(question: Extract<Question, { kind: "begin" | "knowledge" }>): void {
    this.#worker.postMessage(question);
  }

  /**
   * What it answers. Rejects with a {@link Crash} when it dies of the question, or has died before.
   */
  ask<K extends Answer["kind"]>(question: Question & { kind: K }): Promise<Extract<Answer, { kind: K }>> {
    if (this.#ended !== undefined) {
      return Promise.reject(this.#ended);
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve: resolve as (answer: Answer) => void, reject });
      this.#worker.postMessage(question);
    });
  }

  /** Ends it. Nobody waits for that, nor hears of what it was doing, which is of no use to anybody. */
  end(): void {
    this.#worker.removeAllListeners();
    void this.#worker.terminate();
    this.#ended ??= new Crash("it was ended");
  }

  #fail(message: string): void {
    this.#ended ??= new Crash(message);
    for (const { reject } of this.#waiting.splice(0)) {
      reject(this.#ended);
    }
  }
}
