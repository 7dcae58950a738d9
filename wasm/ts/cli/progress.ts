/** One line on a terminal that shows the progress of a run, and is erased at its end. */

import type { Progress } from "../api.js";
import { printRemark, writeState } from "./output.js";

/** The time between two updates of the line, in milliseconds; more frequent updates flicker. */
const PERIOD = 100;
/** The duration below which a run shows no line, in milliseconds. */
const PATIENCE = 300;
const ERASE = "\r\u001b[K";

/** The line, and the clock that measures the run. Prints nothing if the standard error is not a terminal. */
export class ProgressLine {
  readonly #on: boolean;
  readonly #doing: string;
  readonly #start = performance.now();
  // Makes the first update wait for `PATIENCE`.
  #lastUpdate = this.#start + PATIENCE - PERIOD;
  #visible = false;

  /** Creates a line that is shown if `on` is true and the standard error is a terminal; `doing` names the work. */
  constructor(on: boolean, doing = "checking") {
    this.#doing = doing;
    // A simple terminal or a log would keep each state of the line.
    const { TERM, CI } = process.env;
    this.#on = on && process.stderr.isTTY === true && TERM !== "dumb" && !CI;
  }

  update({ done, total }: Progress): void {
    const now = performance.now();
    if (this.#on && now - this.#lastUpdate >= PERIOD) {
      this.#lastUpdate = now;
      this.#visible = true;
      writeState(`${ERASE}${this.#doing} ${done.toLocaleString("en")} of ${total.toLocaleString("en")} files`);
    }
  }

  erase(): void {
    if (this.#visible) {
      this.#visible = false;
      writeState(ERASE);
    }
  }

  /** Prints how long the run took. */
  reportTime(): void {
    if (this.#on) {
      printRemark(`checked in ${humanTime(performance.now() - this.#start)}`);
    }
  }
}

function humanTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
