/** The rules that look at the shown file, and the trace of one of them. */

import { Latest, lookingAt, type Trace, trace } from "../../engine.ts";
import type { Project } from "../../project.ts";

/** The delay, in milliseconds, after a change before the engine is asked. */
const PAUSE = 150;

/** The project to ask about. */
interface AskedProject {
  readonly project: Project;
  readonly revision: number;
}

/** Requests the rules that look at one file after the other. */
export class Looks {
  /** The names of the rules that look at the file. */
  names: readonly string[] = $state.raw([]);
  /** The trace of one rule over the file; undefined if there is none. */
  trace: Trace | undefined = $state.raw();

  readonly #looks = new Latest<string[]>(({ result }) => {
    this.names = result ?? [];
  });
  readonly #traces = new Latest<Trace>(({ result }) => {
    this.trace = result;
  });

  /**
   * Requests the rules that look at a file, after a pause. Returns a function that cancels the request before it
   * starts.
   */
  want({ project, revision }: AskedProject, path: string): () => void {
    const ask = () => this.#looks.ask(revision, async (running) => (await lookingAt(project, path, running)).rules);
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }

  /** Like {@link Looks.want}, for the trace of a rule over a file. */
  wantTrace({ project, revision }: AskedProject, rule: string, path: string): () => void {
    const ask = () => this.#traces.ask(revision, (running) => trace(project, rule, path, running));
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }
}
