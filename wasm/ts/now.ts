/** Runs that are done before their caller goes on. */

import type { CheckerOptions } from "./api.js";
import { type Compiled, compileRules } from "./compiled.js";
import { Crash, guarded, instantiate, using } from "./core.js";
import { Hand } from "./crew.js";
import type { Goal, Run } from "./drive.js";
import type { Reader } from "./source.js";

/** The inputs from which fresh instances are made. */
export interface Makings {
  /** The engine. */
  module: WebAssembly.Module;
  /** The rules. */
  options: CheckerOptions;
}

/**
 * Does a run at once, with a source that answers at once, and returns what comes of it. After a crash of the engine,
 * which retires the instance of `compiled`, it is done once more, in fresh ones.
 */
export function runNow<T>(compiled: Compiled, makings: Makings, source: Reader, goal: Goal<T>): T {
  try {
    return runHere(compiled, source, goal);
  } catch (error) {
    if (!(error instanceof Crash)) {
      throw error;
    }
    return runApart(makings, source, goal);
  }
}

function runHere<T>(compiled: Compiled, source: Reader, goal: Goal<T>): T {
  const hand = new Hand(compiled);
  try {
    return leading(compiled, goal, (run, stage) => {
      hand.join(run);
      for (const batch of stage) {
        absorb(compiled, run, hand.work(batch, source));
      }
    });
  } finally {
    hand.dispose();
  }
}

/** The work is done file by file, in another instance than the one that leads, and what breaks down again is told. */
function runApart<T>({ module, options }: Makings, source: Reader, goal: Goal<T>): T {
  const fresh = () => compileRules(instantiate(module), options);
  const leader = fresh();
  return leading(leader, goal, (run, stage) => {
    let hand: Hand | undefined;
    for (const batch of stage.flatMap((batch) => leader.core.splitBatch(batch))) {
      try {
        hand ??= new Hand(fresh(), run.knowledge());
        absorb(leader, run, hand.work(batch, source));
      } catch (error) {
        if (!(error instanceof Crash) || leader.core.retired()) {
          throw error;
        }
        hand = undefined;
        run.crashed(batch, error.message);
      }
    }
  });
}

/** Leads a run, stage by stage, and returns what comes of it. */
function leading<T>({ core, checker }: Compiled, goal: Goal<T>, work: (run: Run, stage: Uint8Array[]) => void): T {
  const begun = guarded(core, () => goal.begin(checker));
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
