/** Workers on threads of their own. */

import { Worker } from "node:worker_threads";
import { Crash } from "../core.js";
import type { Crew, Run } from "../drive.js";
import type { Seen } from "./cache/recorder.js";
import type { Answer, Question, WorkerData } from "./worker.js";

/** What all workers of a pool are started with. */
export type Setting = Omit<WorkerData, "knowledge" | "remembers">;

/** Hears of outcomes that would be the same another time, and of what was looked at for them. */
export type Keep = (batch: Uint8Array, outcome: Uint8Array, seen: Seen) => void;

/** Up to so many workers, each started when there is work for it. One that dies is replaced by a fresh one. */
export class Pool implements Crew {
  readonly hands: number;
  readonly parts: number;
  readonly #setting: Setting;
  readonly #keep: Keep | undefined;
  readonly #all = new Set<Thread>();
  readonly #idle: Thread[] = [];
  #knowledge = share(new Uint8Array());

  /** A pool of up to `hands` workers; `keep` hears of what they do. */
  constructor(hands: number, setting: Setting, keep?: Keep) {
    this.#keep = keep;
    this.hands = hands;
    this.parts = Math.max(hands, 2);
    this.#setting = setting;
  }

  prepare(run: Run): void {
    this.#knowledge = share(run.knowledge());
    for (const thread of this.#all) {
      thread.learn(this.#knowledge);
    }
  }

  async work(batch: Uint8Array): Promise<Uint8Array> {
    const thread = this.#idle.pop() ?? this.#hire();
    try {
      const { outcome, seen } = await thread.work(batch);
      this.#idle.push(thread);
      if (seen !== undefined) {
        this.#keep?.(batch, outcome, seen);
      }
      return outcome;
    } catch (error) {
      this.#all.delete(thread);
      thread.end();
      throw error;
    }
  }

  dispose(): void {
    for (const thread of this.#all) {
      thread.end();
    }
    this.#all.clear();
  }

  #hire(): Thread {
    const thread = new Thread({
      ...this.#setting,
      knowledge: this.#knowledge,
      remembers: this.#keep !== undefined,
    });
    this.#all.add(thread);
    return thread;
  }
}

/** A batch that was worked on. */
type Done = Extract<Answer, { outcome: Uint8Array }>;

/** One worker, who does one batch after the other. */
class Thread {
  readonly #worker: Worker;
  /** Whom the outcome of the batch at work is told. */
  #waiting: { resolve: (done: Done) => void; reject: (error: Error) => void } | undefined;
  /** Why it does not work any more. */
  #ended: Crash | undefined;

  constructor(workerData: WorkerData) {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { workerData });
    this.#worker.on("message", (answer: Answer) => {
      if (answer.outcome === undefined) {
        this.#fail(answer.crash);
      } else {
        this.#waiting?.resolve(answer);
        this.#waiting = undefined;
      }
    });
    this.#worker.on("error", (error) => this.#fail(error instanceof Error ? error.message : String(error)));
    this.#worker.on("exit", (code) => this.#fail(`its worker ended with code ${code}`));
  }

  learn(knowledge: Uint8Array): void {
    this.#ask({ knowledge });
  }

  work(batch: Uint8Array): Promise<Done> {
    if (this.#ended !== undefined) {
      return Promise.reject(this.#ended);
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#ask({ batch });
    });
  }

  end(): void {
    this.#worker.removeAllListeners();
    // Nobody waits for the thread's end: what it was doing is of no use to anybody.
    void this.#worker.terminate();
  }

  #ask(question: Question): void {
    this.#worker.postMessage(question);
  }

  #fail(message: string): void {
    this.#ended ??= new Crash(message);
    this.#waiting?.reject(this.#ended);
    this.#waiting = undefined;
  }
}

/** The same bytes in memory that all threads see, so that they are not copied for each. */
function share(bytes: Uint8Array): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
