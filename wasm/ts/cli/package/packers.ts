/** Packs files on several cores, each before it is needed. */

import { Worker } from "node:worker_threads";
import { ask } from "../batch-threads.js";
import { sizeOf } from "../inputs.js";
import { Refusal } from "../refusal.js";
import { KEPT } from "./pack.js";
import type { PackAnswer, PackQuestion, PackSetting, TransferredMember } from "./pack-worker.js";

/** The number of bytes of files that are packed in advance; packed files wait in memory. */
const AHEAD = 2 * KEPT;

/** The maximum number of files that are packed in advance. */
const FILES_AHEAD = 256;

/** The total number of bytes up to which packing is faster than the start of a thread. */
const FEW = 4 << 20;

interface PackTask extends PackQuestion {
  size: number;
}

/** Threads that pack files in their order. */
export class Packers {
  readonly #tasks: PackTask[];
  readonly #setting: PackSetting;
  readonly #jobs: number;
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  /** The results by index of files that are, or are being, packed; undefined if the caller has to pack it. */
  readonly #results: (Promise<TransferredMember> | undefined)[] = [];
  /** Functions that receive the next idle thread, one for each file that waits. */
  readonly #waiting: ((worker: Worker) => void)[] = [];
  #ahead = 0;

  /** Creates the threads for files, without starting them. */
  constructor(files: readonly { full: string; digits: number }[], jobs: number, setting: PackSetting) {
    this.#tasks = files.map(({ full, digits }) => ({ path: full, digits, size: sizeOf(full) }));
    this.#setting = setting;
    const isLittle = this.#tasks.reduce((sum, { size }) => sum + size, 0) <= FEW;
    this.#jobs = isLittle ? 1 : Math.min(jobs, files.length);
  }

  /** Returns a packed file, in order of the files, or undefined if the caller has to pack it. */
  async packed(place: number): Promise<TransferredMember | undefined> {
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
      // The caller packs such a file while it writes it, so that it is never in memory as a whole.
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

  async #pack(question: PackQuestion): Promise<TransferredMember> {
    const worker = this.#idle.pop() ?? (this.#all.length < this.#jobs ? this.#hire() : await this.#nextIdle());
    const answer = await ask<PackAnswer>(worker, question, "packs");
    const next = this.#waiting.shift() ?? ((idle) => this.#idle.push(idle));
    next(worker);
    if (answer.refusal !== undefined) {
      throw new Refusal(answer.refusal);
    }
    return answer;
  }

  #nextIdle(): Promise<Worker> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #hire(): Worker {
    const worker = new Worker(new URL("./pack-worker.js", import.meta.url), { workerData: this.#setting });
    this.#all.push(worker);
    return worker;
  }

  dispose(): void {
    for (const worker of this.#all) {
      worker.removeAllListeners();
      void worker.terminate();
    }
  }
}
