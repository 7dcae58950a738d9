/** Runs long jobs one after the other, with progress and cancellation. */

import { messageOf } from "./format.ts";

/** The progress of work that takes time. */
export interface Stage {
  doing: string;
  /** The number of files, or of other items, that are done. */
  done: number;
  /** The total number, once it is known. */
  total?: number;
}

export interface JobControl {
  signal: AbortSignal;
  report: (stage: Stage) => void;
}

/** Runs jobs. A new one cancels the one before, which reports nothing more. */
export class Jobs {
  /** The progress of the running job; undefined if none is running. */
  stage: Stage | undefined = $state.raw();

  readonly #failed: (reason: string) => void;
  #running: AbortController | undefined;

  /** `failed` receives the reason why a job failed, after a colon; an empty string for a job that was cancelled. */
  constructor(failed: (reason: string) => void) {
    this.#failed = failed;
  }

  cancel(): void {
    this.#running?.abort();
  }

  async run(job: (control: JobControl) => Promise<void>): Promise<void> {
    this.cancel();
    const running = new AbortController();
    const isLast = () => this.#running === running;
    this.#running = running;
    // The progress of the job that this one cancelled.
    this.stage = undefined;
    try {
      await job({
        signal: running.signal,
        report: (stage) => {
          this.stage = isLast() && !running.signal.aborted ? stage : this.stage;
        },
      });
    } catch (error) {
      // If a later job runs, it reports its own outcome.
      if (isLast()) {
        this.#failed(running.signal.aborted ? "" : `: ${messageOf(error)}`);
      }
    } finally {
      if (isLast()) {
        this.stage = undefined;
      }
    }
  }
}
