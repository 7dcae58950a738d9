/** What a rule does with a file, step by step: asked for when one pauses. */

import { type Answer, Latest, lookingAt, type Trace, trace } from "../../engine.ts";
import type { Project } from "../../project.ts";

/** It may wait, in milliseconds, until one pauses. */
const PAUSE = 120;

/** A rule and a file. */
interface Pair {
  rule: string;
  path: string;
}

/** What came of it. */
export interface Told extends Pair {
  /** The project that it was asked of. */
  of: Project;
  /** Whether any rule looks at the file. */
  looked: boolean;
  /** What this one does. */
  answer: Answer<Trace>;
}

/** The steps of one rule and file after the other. */
export class StepsOf {
  /** What was told last. */
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

  /** Asks for the steps. Returns what takes that back, as long as it was not begun. */
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
