/**
 * Runs tasks one after the other. Only the newest counts: it replaces a waiting task, and cancels a running task that
 * delays it for too long.
 */

import { AssayError, type Progress } from "assay/client";
import { messageOf } from "./format.ts";

/** The minimum time, in milliseconds, that a run gets while a newer one waits for it. After that it is cancelled. */
const PATIENCE = 300;
/**
 * Like {@link PATIENCE}, as a multiple of the time of the previous run; the longer one applies. To end a worker that is
 * almost done costs more than to wait for it, as a new worker has to read everything again.
 */
const PATIENCE_IN_RUNS = 2;

/** The reason why a task has no result. */
export interface Failure {
  kind: "cancelled" | "time-limit" | "broken";
  /** The failure as a sentence. */
  message: string;
}

/** The outcome of a task, with the revision that it was requested for and its time in milliseconds. */
export type Answer<T> = { revision: number; milliseconds: number } & (
  | { result: T; failure?: never }
  | { result?: never; failure: Failure }
);

/** The signal by which a task is cancelled, and the function by which it reports progress. */
export interface Running {
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

export type Start<T> = (running: Running) => Promise<T>;

interface RunningTask {
  controller: AbortController;
  since: number;
}

interface RequestedTask<T> {
  revision: number;
  start: Start<T>;
}

/** Runs the task that was requested last. Of the tasks that are requested during a run, only the last is run. */
export class Latest<T> {
  readonly #deliver: (answer: Answer<T>) => void;
  readonly #onProgress: (progress: Progress | undefined) => void;
  readonly #ready: Promise<unknown>;
  #next: RequestedTask<T> | undefined;
  #atWork = false;
  /** The time of the last run that succeeded, in milliseconds. */
  #last = 0;
  #current: RunningTask | undefined;

  /**
   * `deliver` receives the outcome of each task; `onProgress` its progress, and undefined when the task is over. Tasks
   * start when `ready` is fulfilled.
   */
  constructor(
    deliver: (answer: Answer<T>) => void,
    onProgress: (progress: Progress | undefined) => void = () => {},
    ready: Promise<unknown> = Promise.resolve(),
  ) {
    this.#deliver = deliver;
    this.#onProgress = onProgress;
    this.#ready = ready;
  }

  /** Runs this task as soon as the running one is over, or has used up its time and is cancelled. */
  ask(revision: number, start: Start<T>): void {
    this.#next = { revision, start };
    if (!this.#atWork) {
      void this.#work();
    } else if (this.#current !== undefined) {
      this.#hurry(this.#current);
    }
  }

  /** Cancels the running task. Its outcome is a failure of the kind `cancelled`. */
  cancel(): void {
    this.#current?.controller.abort(new AssayError("cancelled", "the run was cancelled"));
  }

  async #work(): Promise<void> {
    this.#atWork = true;
    try {
      for (let order = this.#take(); order !== undefined; order = this.#take()) {
        this.#deliver(await this.#perform(order));
      }
    } finally {
      // Even if the listener throws, because the next task must not wait forever.
      this.#atWork = false;
    }
  }

  #take(): RequestedTask<T> | undefined {
    const order = this.#next;
    this.#next = undefined;
    return order;
  }

  #hurry(current: RunningTask): void {
    const patience = Math.max(PATIENCE, PATIENCE_IN_RUNS * this.#last);
    const left = Math.max(0, current.since + patience - performance.now());
    setTimeout(() => {
      if (this.#current === current && this.#next !== undefined) {
        current.controller.abort(new AssayError("cancelled", "a newer run replaced it"));
      }
    }, left);
  }

  async #perform({ revision, start }: RequestedTask<T>): Promise<Answer<T>> {
    const controller = new AbortController();
    // The time to wait for that is not the time of the task.
    await this.#ready;
    const since = performance.now();
    this.#current = { controller, since };
    try {
      const result = await start({
        signal: controller.signal,
        onProgress: this.#onProgress,
      });
      this.#last = performance.now() - since;
      return { revision, milliseconds: this.#last, result };
    } catch (error) {
      return { revision, milliseconds: performance.now() - since, failure: failureOf(error) };
    } finally {
      this.#current = undefined;
      this.#onProgress(undefined);
    }
  }
}

function failureOf(error: unknown): Failure {
  const code = error instanceof AssayError ? error.code : "";
  const kind = code === "cancelled" || code === "time-limit" ? code : "broken";
  return { kind, message: messageOf(error) };
}
