/** Packs files on several cores, each before it is needed. */

import { Worker } from "node:worker_threads";
import type { PackedMember } from "../../systems/package/pack.js";
import { sizeOf } from "../inputs.js";
import { Refusal } from "../refusal.js";
import { KEPT } from "./pack.js";
import type { PackAnswer, PackQuestion, PackSetting } from "./pack-worker.js";

/** The number of bytes of files that are packed in advance; packed files wait in memory. */
const AHEAD = 2 * KEPT;

/** The maximum number of files that are packed in advance. */
const FILES_AHEAD = 256;

/** The total number of bytes up to which packing is faster than the start of a thread. */
const FEW = 4 << 20;

/** A file to pack. */
interface PackTask extends PackQuestion {
  size: number;
}

/** A member that another thread has packed, and the data that a writer needs about it. */
export interface Handed {
  /** The member. */
  packed: PackedMember;
  /** The data that the writer needs. */
  known: Uint8Array;
}

/** Threads that pack files in their order. */
export class Packers {
  readonly #tasks: PackTask[];
  readonly #setting: PackSetting;
  readonly #jobs: number;
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  /**
   * The results by index: of packed files, and of those that are being packed. Undefined for files that the caller has
   * to pack.
   */
  readonly #results: (Promise<Handed> | undefined)[] = [];
  readonly #waiting: { question: PackQuestion; give: (answer: PackAnswer) => void; fail: (error: Refusal) => void }[] =
    [];
  #ahead = 0;

  /** Creates the threads for files, without starting them. */
  constructor(files: readonly { full: string; digits: number }[], jobs: number, setting: PackSetting) {
    this.#tasks = files.map(({ full, digits }) => ({ path: full, digits, size: sizeOf(full) }));
    this.#setting = setting;
    const isLittle = this.#tasks.reduce((sum, { size }) => sum + size, 0) <= FEW;
    this.#jobs = isLittle ? 1 : Math.min(jobs, files.length);
  }

  /**
   * Returns the packed file at an index, or undefined if the caller has to pack it. Files have to be requested in their
   * order.
   */
  async packed(place: number): Promise<Handed | undefined> {
    if (this.#jobs === 1) {
      return undefined;
    }
    this.#begin(place);
    const result = await this.#results[place];
    delete this.#results[place];
    if (result !== undefined) {
      this.#ahead -= this.#tasks[place]?.size ?? 0;
    }
    return result;
  }

  /** Starts to pack files from `place` on, as many as the limits allow. */
  #begin(place: number): void {
    for (
      let at = Math.max(place, this.#results.length);
      at < Math.min(this.#tasks.length, place + FILES_AHEAD);
      at += 1
    ) {
      const { path, digits, size } = this.#tasks[at] as PackTask;
      if (size > KEPT) {
        this.#results[at] = undefined;
        continue;
      }
      if (at > place && this.#ahead + size > AHEAD) {
        return;
      }
      this.#ahead += size;
      const result = this.#pack({ path, digits });
      // The error is reported when the file is requested.
      result.catch(() => {});
      this.#results[at] = result;
    }
  }

  #pack(question: PackQuestion): Promise<Handed> {
    return new Promise((resolve, fail) => {
      const give = (answer: PackAnswer) =>
        answer.refusal === undefined ? resolve(answer) : fail(new Refusal(answer.refusal));
      this.#waiting.push({ question, give, fail });
      const worker = this.#idle.pop() ?? (this.#all.length < this.#jobs ? this.#hire() : undefined);
      if (worker !== undefined) {
        this.#next(worker);
      }
    });
  }

  #hire(): Worker {
    const worker = new Worker(new URL("./pack-worker.js", import.meta.url), { workerData: this.#setting });
    this.#all.push(worker);
    return worker;
  }

  /** Sends the file that has waited longest to a thread. */
  #next(worker: Worker): void {
    const task = this.#waiting.shift();
    if (task === undefined) {
      this.#idle.push(worker);
      return;
    }
    worker.removeAllListeners();
    worker.on("message", (answer: PackAnswer) => {
      task.give(answer);
      this.#next(worker);
    });
    worker.on("error", (error) => task.fail(new Refusal(`a thread that packs files crashed: ${error.message}`)));
    worker.on("exit", (code) => task.fail(new Refusal(`a thread that packs files ended with code ${code}`)));
    worker.postMessage(task.question);
  }

  /** Ends the threads. */
  dispose(): void {
    for (const worker of this.#all) {
      worker.removeAllListeners();
      void worker.terminate();
    }
  }
}
