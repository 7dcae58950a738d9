/** The events of steps: lines of JSON on the standard output, which tell programs about the progress. */

import { write } from "../output.js";

/** The time between two events about progress, in milliseconds. */
const PERIOD = 1000;

export class Events {
  readonly #step: string;
  readonly #total: number | undefined;
  #last = performance.now();

  /** Begins a step that consists of `total` parts; undefined if their number is not known. */
  constructor(step: string, total?: number) {
    this.#step = step;
    this.#total = total;
  }

  /** Prints the number of parts that are done, at most once in a second. */
  async progress(done: number): Promise<void> {
    if (performance.now() - this.#last >= PERIOD) {
      this.#last = performance.now();
      await this.#print("progress", { done });
    }
  }

  /** Prints that the step is done, with what it did. */
  async end(facts: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#print("done", facts);
  }

  async #print(event: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
    const of = this.#total === undefined ? {} : { of: this.#total };
    await write(new TextEncoder().encode(`${JSON.stringify({ event, step: this.#step, ...facts, ...of })}\n`));
  }
}
