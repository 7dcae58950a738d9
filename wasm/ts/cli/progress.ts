/** One line on a terminal that says how far a run is, and is gone at its end. */

import type { Progress } from "../api.js";
import { aside, writeState } from "./output.js";

/** Time between two states of the line, in milliseconds; more often is only flicker. */
const PERIOD = 100;
/** Runs that are over sooner than this show no line at all, in milliseconds. */
const PATIENCE = 300;
const ERASE = "\r\u001b[K";

/** The line, and the watch that measures the run. Says nothing where nobody looks. */
export class ProgressLine {
  readonly #on: boolean;
  readonly #doing: string;
  readonly #start = performance.now();
  #shown = this.#start + PATIENCE - PERIOD;
  #visible = false;

  /** A line that is shown if `on` says so, the standard error being a terminal; `doing` is what is done to files. */
  constructor(on: boolean, doing = "checking") {
    this.#doing = doing;
    // What understands no commands, and a log, would keep each state of the line.
    const { TERM, CI } = process.env;
    this.#on = on && process.stderr.isTTY === true && TERM !== "dumb" && !CI;
  }

  /** Says how far the run is. */
  update({ done, total }: Progress): void {
    const now = performance.now();
    if (this.#on && now - this.#shown >= PERIOD) {
      this.#shown = now;
      this.#visible = true;
      writeState(`${ERASE}${this.#doing} ${done.toLocaleString("en")} of ${total.toLocaleString("en")} files`);
    }
  }

  /** Takes the line away. */
  erase(): void {
    if (this.#visible) {
      this.#visible = false;
      writeState(ERASE);
    }
  }

  /** Says how long the run took. */
  reportTime(): void {
    if (this.#on) {
      aside(`checked in ${humanTime(performance.now() - this.#start)}`);
    }
  }
}

function humanTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
