/** The steps of a rule over a file, requested when the user pauses. */

import { type Answer, Latest, lookingAt, type Trace, trace } from "../../engine.ts";
import type { Project } from "../../project.ts";

/** The delay, in milliseconds, after a change before the steps are requested. */
const PAUSE = 120;

/** A rule and a file. */
interface Pair {
  rule: string;
  path: string;
}

/** The result of a request for the steps of a rule over a file. */
export interface Told extends Pair {
  /** The project that was asked about. */
  of: Project;
  /** True if any rule looks at the file. */
  looked: boolean;
  /** The trace of the rule, or why there is none. */
  answer: Answer<Trace>;
}

/** Requests the steps of one rule and file after the other. */
export class StepsOf {
  /** The latest result. */
  told: Told | undefined = $state.raw();

  #wanted: Pick<Told, "rule" | "path" | "of"> | undefined;
  readonly #asked = new Latest<{ looked: boolean; trace: Trace }>(({ result, ...answer }) => {
    // Of what was ended, another one is on its way.
    if (this.#wanted !== undefined && answer.failure?.kind !== "cancelled") {
      const rest = { ...this.#wanted, looked: result?.looked ?? true };
      this.told = result
        ? { ...rest, answer: { ...answer, failure: undefined as never, result: result.trace } }
        : { ...rest, answer: answer as Answer<Trace> };
    }
  });

  /** Requests the steps after a pause. Returns a function that cancels the request before it starts. */
  want({ project, revision }: { project: Project; revision: number }, pair: Pair): () => void {
    const ask = () => {
      this.#asked.ask(revision, async (running) => {
        this.#wanted = { ...pair, of: project };
        const looking = await lookingAt(project, pair.path, running);
        const done = await trace(project, pair.rule, pair.path, running);
        return { looked: done.state !== "unwanted" || looking.rules.length > 0, trace: done };
      });
    };
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }
}
