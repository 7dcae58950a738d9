/** Synchronous runs. */

import type { CheckerOptions } from "./api.js";
import { type Compiled, compileRules } from "./compiled.js";
import { Crash, guarded, instantiate, using } from "./core.js";
import type { Goal, Run } from "./drive.js";
import { EngineWorker } from "./executor.js";
import type { Reader } from "./source.js";

/** A source that can read files before they are needed. */
export interface PrefetchingReader extends Reader {
  /** Called with the files that will probably be read next. */
  prefetch?(paths: readonly string[]): void;
}

/** The inputs for new instances. */
export interface InstanceInputs {
  module: WebAssembly.Module;
  /** The rules. */
  options: CheckerOptions;
}

/**
 * Runs a goal synchronously with a synchronous source, and returns the result. After a crash of the engine, which makes
 * the instance of `compiled` unusable, the run is repeated in new instances.
 */
export function runSync<T>(compiled: Compiled, inputs: InstanceInputs, source: PrefetchingReader, goal: Goal<T>): T {
  try {
    return runInInstance(compiled, source, goal);
  } catch (error) {
    if (!(error instanceof Crash)) {
      throw error;
    }
    return runFileByFile(inputs, source, goal);
  }
}

function runInInstance<T>(compiled: Compiled, source: PrefetchingReader, goal: Goal<T>): T {
  const worker = new EngineWorker(compiled);
  try {
    return leading(compiled, goal, (run, stage) => {
      worker.join(run);
      const prefetch = (batch: Uint8Array | undefined) => batch && source.prefetch?.(worker.paths(batch));
      prefetch(stage[0]);
      for (const [at, batch] of stage.entries()) {
        prefetch(stage[at + 1]);
        absorb(compiled, run, worker.work(batch, source));
      }
    });
  } finally {
    worker.dispose();
  }
}

/**
 * Runs a goal file by file, with each worker in its own instance, and reports files that crash. `enter` is called before
 * each file, and may return a reason why it cannot be checked.
 */
export function runFileByFile<T>(
  { module, options }: InstanceInputs,
  source: Reader,
  goal: Goal<T>,
  enter: (paths: readonly string[]) => string | undefined = () => undefined,
): T {
  const fresh = () => compileRules(instantiate(module), options);
  const leader = fresh();
  return leading(leader, goal, (run, stage) => {
    let worker: EngineWorker | undefined;
    // One file at a time, so that a crash loses only the file that causes it.
    for (const batch of stage.flatMap((batch) => leader.core.splitBatch(batch))) {
      // Before the file is entered: if the process is killed meanwhile, it is not the fault of the file.
      worker ??= new EngineWorker(fresh(), run.knowledge());
      const refused = enter(leader.core.batchPaths(batch));
      if (refused !== undefined) {
        run.crashed(batch, refused);
        continue;
      }
      try {
        absorb(leader, run, worker.work(batch, source));
      } catch (error) {
        if (!(error instanceof Crash) || leader.core.retired()) {
          throw error;
        }
        worker = undefined;
        run.crashed(batch, error.message);
      }
    }
  });
}

/** Coordinates a run, stage by stage, and returns its result. */
function leading<T>({ core, checker }: Compiled, goal: Goal<T>, work: (run: Run, stage: Uint8Array[]) => void): T {
  const begun = guarded(core, () => goal.begin(checker, core));
  return using(core, begun, (run) => {
    const next = () => guarded(core, () => run.batches(1));
    for (let stage = next(); stage !== undefined; stage = next()) {
      work(run, stage);
    }
    return guarded(core, () => goal.end(run, core));
  });
}

function absorb({ core }: Compiled, run: Run, outcomes: readonly Uint8Array[]): void {
  for (const outcome of outcomes) {
    guarded(core, () => run.absorb(outcome));
  }
}
