/** Runs that are done before their caller goes on. */

import type { Compiled } from "./compiled.js";
import { guarded, using } from "./core.js";
import { Hand } from "./crew.js";
import type { Goal, Run } from "./drive.js";
import type { Reader } from "./source.js";

/**
 * Does a run at once, with a source that answers at once, and returns what comes of it.
 *
 * @throws {Crash} When the engine died of it.
 */
export function runNow<T>(compiled: Compiled, source: Reader, goal: Goal<T>): T {
  const { core, checker } = compiled;
  const begun = guarded(core, () => goal.begin(checker));
  return using(core, begun, (run) => {
    const hand = new Hand(compiled);
    try {
      work(compiled, run, hand, source);
    } finally {
      hand.dispose();
    }
    return guarded(core, () => goal.end(run, core));
  });
}

function work({ core }: Compiled, run: Run, hand: Hand, source: Reader): void {
  const next = () => guarded(core, () => run.batches(1));
  for (let stage = next(); stage !== undefined; stage = next()) {
    hand.join(run);
    for (const batch of stage) {
      const outcome = hand.work(batch, source);
      guarded(core, () => run.absorb(outcome));
    }
  }
}
