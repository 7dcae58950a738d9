/** Passes the batches of each stage of a run to an executor, and collects their outcomes. */

import type { Listener, Progress } from "./api.js";
import type { Compiled } from "./compiled.js";
import { type Core, Crash, guarded, release, using } from "./core.js";
import type { CoreReport, CoreTrace } from "./report.js";
import type { SourceProblem } from "./source.js";

/** A run in the engine: provides the next batches, and absorbs their outcomes. */
export type Run = Core["Run"]["prototype"];

/** The workers that process batches: this thread, or a pool of workers. */
export interface Executor {
  /** The number of batches that can be in work at once. */
  readonly concurrency: number;
  /** The number of workers that a stage is divided for; 1 for a worker that shares the memory of the run. */
  readonly parts: number;
  /** Prepares all workers for the next stage of `run`, which consists of these batches. */
  prepare(run: Run, batches: readonly Uint8Array[]): void | Promise<void>;
  /**
   * Processes a batch and returns its outcome in one or more parts, or no parts if the run has absorbed it already.
   *
   * Rejects with a {@link Crash} if the engine crashed; the executor can still be used.
   */
  work(batch: Uint8Array): Promise<Uint8Array[]>;
  /**
   * Like {@link Executor.work}, with one outcome for each file where that is possible. Between two files other tasks
   * can run, and may abort the signal.
   *
   * Rejects with the signal's reason then.
   */
  workByFile?(batch: Uint8Array, signal: AbortSignal): Promise<Uint8Array[]>;
  /** Ends the workers; called once, at the end of the run. */
  dispose(): void;
}

/** The number of files that may crash the engine one by one. Further crashes probably have the same cause. */
const MAX_CRASHES = 100;

/** The files to check. */
export interface ListedFiles {
  paths: readonly string[];
  /** Problems that were met while the paths were listed. */
  problems: readonly SourceProblem[];
}

/** The purpose of a run. */
export interface Goal<T> {
  /** Begins the run, in the instance of `checker`. */
  begin(checker: Compiled["checker"], core: Core): Run;
  /** Returns the result of the run, once all of its work is done. */
  end(run: Run, core: Core): T;
}

/** The goal to check all files with all rules. `begun` may set up the run; `conclude` owns its report. */
export function checking<T>(
  { paths, problems }: ListedFiles,
  conclude: (report: CoreReport, core: Core) => T,
  begun?: (run: Run) => void,
): Goal<T> {
  return {
    begin: (checker) => {
      // The engine needs byte order. JavaScript's order is the same except for rare characters, and sorts faster.
      const text = [...paths].sort().join("\0");
      const run = withProblems(checker.run(new TextEncoder().encode(text)), problems);
      begun?.(run);
      return run;
    },
    end: (run, core) => conclude(run.finish(), core),
  };
}

/** Adds problems of listing the files to a run, and returns it. */
export function withProblems(run: Run, problems: Iterable<SourceProblem>): Run {
  for (const { code, message, path, help, warning = false, inRules = false } of problems) {
    run.problem(code, message, path, help, warning, inRules);
  }
  return run;
}

/** The goal to trace one rule on one of the listed files. `conclude` returns the result. */
export function tracing<T>(
  rule: string,
  path: string,
  { paths, problems }: ListedFiles,
  conclude: (trace: CoreTrace) => T,
): Goal<T> {
  return {
    begin: (checker) => withProblems(checker.explain(rule, path, paths.join("\0")), problems),
    end: (run, core) => using(core, run.finishTrace(), conclude),
  };
}

/** Runs rules with `executor`. Throws a {@link Crash} of the coordinating instance, or the signal's reason. */
export async function runWith<T>(
  { core, checker }: Compiled,
  executor: Executor,
  goal: Goal<T>,
  listener: Listener,
): Promise<T> {
  try {
    const run = guarded(core, () => goal.begin(checker, core));
    try {
      await new RunLeader(core, run, executor, listener).toTheEnd();
      return guarded(core, () => goal.end(run, core));
    } finally {
      release(core, run);
    }
  } finally {
    executor.dispose();
  }
}

/** Coordinates a run: passes its batches to an executor, stage by stage. */
class RunLeader {
  readonly #core: Core;
  readonly #run: Run;
  readonly #executor: Executor;
  readonly #listener: Listener;
  readonly #progress: Progress = { done: 0, total: 0 };
  #crashes = 0;
  /** The batches of the stage that no worker has taken yet. */
  #queue: Uint8Array[] = [];

  constructor(core: Core, run: Run, executor: Executor, listener: Listener) {
    this.#core = core;
    this.#run = run;
    this.#executor = executor;
    this.#listener = listener;
  }

  async toTheEnd(): Promise<void> {
    for (let stage = this.#next(); stage !== undefined; stage = this.#next()) {
      await this.#executor.prepare(this.#run, stage);
      this.#begin(stage.reduce((sum, batch) => sum + this.#core.batchSize(batch), 0));
      // The last element of an array is removed faster than the first.
      this.#queue = stage.reverse();
      await Promise.all(Array.from({ length: this.#executor.concurrency }, () => this.#keepBusy()));
    }
  }

  /** Begins a stage with this number of files. Most were in an earlier stage, and are done only after this one. */
  #begin(files: number): void {
    const progress = this.#progress;
    progress.total = Math.max(progress.total, files);
    progress.done = progress.total - files;
    this.#reportProgress();
  }

  #next(): Uint8Array[] | undefined {
    return guarded(this.#core, () => this.#run.batches(this.#executor.parts));
  }

  /** Keeps one worker of the executor busy until nothing is left. */
  async #keepBusy(): Promise<void> {
    try {
      for (let batch = this.#queue.pop(); batch !== undefined; batch = this.#queue.pop()) {
        this.#listener.signal?.throwIfAborted();
        await this.#perform(batch);
      }
    } catch (error) {
      // Makes the other workers stop as well.
      this.#queue = [];
      throw error;
    }
  }

  async #perform(batch: Uint8Array): Promise<void> {
    const core = this.#core;
    try {
      if (this.#crashes >= MAX_CRASHES) {
        throw new Crash(`not checked, because the engine has already crashed on ${MAX_CRASHES} files`);
      }
      const outcomes = (await this.#outcomes(batch)).reverse();
      // Each outcome can be freed as soon as it is absorbed.
      for (let outcome = outcomes.pop(); outcome !== undefined; outcome = outcomes.pop()) {
        const part = outcome;
        guarded(core, () => this.#run.absorb(part));
      }
    } catch (error) {
      if (!(error instanceof Crash) || core.retired()) {
        throw error;
      }
      // One of the files has crashed the engine. Each is tried alone, so that only this file is lost.
      const singles = core.splitBatch(batch);
      if (singles.length > 1 && this.#crashes < MAX_CRASHES) {
        this.#queue.push(...singles);
        return;
      }
      this.#crashes += 1;
      this.#run.crashed(batch, error.message);
    }
    this.#progress.done += core.batchSize(batch);
    this.#reportProgress();
  }

  /** Returns the outcome of a batch, with a signal file by file, so that aborting does not wait for a long batch. */
  async #outcomes(batch: Uint8Array): Promise<Uint8Array[]> {
    const { signal } = this.#listener;
    const byFile = signal && this.#executor.workByFile?.(batch, signal);
    return byFile ?? this.#executor.work(batch);
  }

  #reportProgress(): void {
    this.#listener.onProgress?.({ ...this.#progress });
  }
}
