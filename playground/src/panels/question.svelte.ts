/** Requests to the engine about the content of a view. They are repeated whenever the content changes. */

import { type Failure, Latest, type Running } from "../engine.ts";

/** The delay, in milliseconds, after a change before the request, so that there is no request at every key press. */
const PAUSE = 150;

interface Answered<About, Result> {
  about: About;
  /** The revision of the project that the request was about. */
  revision: number;
  /** The result; undefined if the request failed, for the reason in `failure`. */
  result: Result | undefined;
  failure: Failure | undefined;
}

/** A request that is made for one subject after the other. Only the answer about the last one is used. */
export class Question<About, Result> {
  /** The latest answer. It stays while the next one is awaited. */
  answer: Answered<About, Result> | undefined = $state.raw();
  /** The latest answer that has a result. It stays after a failure. */
  known: (Answered<About, Result> & { result: Result }) | undefined = $state.raw();

  #about: About | undefined;
  readonly #latest = new Latest<Result>(({ revision, result, failure }) => {
    // After a cancelled request, the next one is on its way.
    if (failure?.kind !== "cancelled") {
      const about = this.#about as About;
      this.answer = { about, revision, result, failure };
      this.known = result === undefined ? this.known : { about, revision, result, failure };
    }
  });

  /** Sends the request after a pause. Returns a function that cancels it before it starts. */
  ask(
    { about, revision = 0, pause = PAUSE }: { about: About; revision?: number; pause?: number },
    start: (running: Running) => Promise<Result>,
  ): () => void {
    const timer = setTimeout(() => {
      this.#latest.ask(revision, (running) => {
        // Set when the request starts: until then, an earlier one may be answered.
        this.#about = about;
        return start(running);
      });
    }, pause);
    return () => clearTimeout(timer);
  }

  cancel(): void {
    this.#latest.cancel();
  }
}
