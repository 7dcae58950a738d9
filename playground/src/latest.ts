/** Tasks of which the newest wins: late results are dropped, what keeps a newer one waiting for too long is ended. */

import { AssayError, type Progress } from "assay/client";

/** So long, in milliseconds, a run may go on that a newer one waits for; then its worker is ended. */
const PATIENCE = 300;
/**
 * The same, in times that the run before took: to end a worker that would soon be done costs more than to wait for it, as
 * another one has to read everything again.
 */
const PATIENCE_IN_RUNS = 2;

/** Why there is no result. */
export interface Failure {
  /** What happened. */
  kind: "cancelled" | "time-limit" | "broken";
  /** The same, as a sentence. */
  message: string;
}

/** What came of a task: its result or why there is none, and what it was asked about. */
export type Answer<T> = { revision: number; milliseconds: number } & (
  | { result: T; failure?: never }
  | { result?: never; failure: Failure }
);

/** How a task says that it goes on, and hears that it is to end. */
export interface Running {
  /** Ends the task. */
  signal: AbortSignal;
  /** Says how far it is. */
  onProgress: (progress: Progress) => void;
}

/** Begins a task. */
export type Start<T> = (running: Running) => Promise<T>;

/** A task at work. */
interface AtWork {
  controller: AbortController;
  since: number;
}

/** A task that was asked for. */
interface Order<T> {
  revision: number;
  start: Start<T>;
}

/** Does the task that was asked for last. Of those that come in while one is at work, all but the last are left out. */
export class Latest<T> {
  readonly #tell: (answer: Answer<T>) => void;
  readonly #onProgress: (progress: Progress | undefined) => void;
  readonly #ready: Promise<unknown>;
  #next: Order<T> | undefined;
  #atWork = false;
  /** How long the last run took that came to its end, in milliseconds. */
  #last = 0;
  #current: AtWork | undefined;

  /**
   * `tell` hears what came of each task, `onProgress` how far one is, and nothing when it is over. Tasks begin when `ready`
   * is fulfilled.
   */
  constructor(
    tell: (answer: Answer<T>) => void,
    onProgress: (progress: Progress | undefined) => void = () => {},
    ready: Promise<unknown> = Promise.resolve(),
  ) {
    this.#tell = tell;
    this.#onProgress = onProgress;
    this.#ready = ready;
  }

  /** Does this task, as soon as the one at work is over or has had its time. */
  ask(revision: number, start: Start<T>): void {
    this.#next = { revision, start };
    if (!this.#atWork) {
      void this.#work();
    } else if (this.#current !== undefined) {
      this.#hurry(this.#current);
    }
  }

  /** Ends what is at work; it is told as cancelled. */
  cancel(): void {
    this.#current?.controller.abort(new AssayError("cancelled", "the run was cancelled"));
  }

  async #work(): Promise<void> {
    this.#atWork = true;
    try {
      for (let order = this.#take(); order !== undefined; order = this.#take()) {
        this.#tell(await this.#perform(order));
      }
    } finally {
      // Also when who is told fails: the next task must not wait for ever.
      this.#atWork = false;
    }
  }

  #take(): Order<T> | undefined {
    const order = this.#next;
    this.#next = undefined;
    return order;
  }

  #hurry(current: AtWork): void {
    const patience = Math.max(PATIENCE, PATIENCE_IN_RUNS * this.#last);
    const left = Math.max(0, current.since + patience - performance.now());
    setTimeout(() => {
      if (this.#current === current && this.#next !== undefined) {
        current.controller.abort(new AssayError("cancelled", "a newer run took its place"));
      }
    }, left);
  }

  async #perform({ revision, start }: Order<T>): Promise<Answer<T>> {
    const controller = new AbortController();
    // What it waits for is not its own time.
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
  return { kind, message: error instanceof Error ? error.message : String(error) };
}
