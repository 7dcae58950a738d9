/** The rules that look at the file to see, and what one of them made of it. */

import { Latest, lookingAt, type Trace, trace } from "../../engine.ts";
import type { Project } from "../../project.ts";

/** What follows typing waits so long, in milliseconds. */
const PAUSE = 150;

/** What is asked about. */
interface Asked {
  readonly project: Project;
  readonly revision: number;
}

/** Who looks at one file after the other. */
export class Looks {
  /** The names of the rules that do. */
  names: readonly string[] = $state.raw([]);
  /** What one of them made of it. */
  trace: Trace | undefined = $state.raw();

  readonly #looks = new Latest<string[]>(({ result }) => {
    this.names = result ?? [];
  });
  readonly #traces = new Latest<Trace>(({ result }) => {
    this.trace = result;
  });

  /** Asks who looks at a file, when nothing has changed for a while. Returns what takes that back. */
  want({ project, revision }: Asked, path: string): () => void {
    const ask = () => this.#looks.ask(revision, async (running) => (await lookingAt(project, path, running)).rules);
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }

  /** The same for what a rule made of it. */
  wantTrace({ project, revision }: Asked, rule: string, path: string): () => void {
    const ask = () => this.#traces.ask(revision, (running) => trace(project, rule, path, running));
    const timer = setTimeout(ask, PAUSE);
    return () => clearTimeout(timer);
  }
}
