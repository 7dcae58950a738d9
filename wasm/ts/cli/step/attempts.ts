/**
 * The attempts at a piece of work. If a process was killed in the middle, the next one checks file by file, and notes
 * the file that it is at. So a file that kills its process is found and left out.
 */

import { hostname } from "node:os";
import { attempt } from "../../attempt.js";
import type { StepFolder } from "./step-folder.js";

/** The number of processes that a file may kill before it is left out. One may be killed for another reason. */
const MOST_DEATHS = 2;

/** The record of attempts that did not end. */
interface Attempt {
  /** By path, the number of processes that were killed at a file. */
  deaths: Record<string, number>;
  /** The path of the file that is being checked. */
  at?: string;
  /** The process of the attempt. */
  host: string;
  pid: number;
}

export class Attempts {
  readonly #folder: StepFolder;
  readonly #name: string;
  readonly #attempt: Attempt;
  /** True if an earlier attempt did not end. */
  readonly isCareful: boolean;
  #hasLeftOut = false;

  /** Begins an attempt at the work that makes the result `key`. */
  constructor(folder: StepFolder, key: string) {
    this.#folder = folder;
    this.#name = `attempts/${key}`;
    const earlier = folder.readJson<Attempt>(this.#name);
    this.isCareful = earlier !== undefined;
    this.#attempt = { deaths: earlier?.deaths ?? {}, host: hostname(), pid: process.pid };
    // Two processes may work on the same block.
    if (earlier?.at !== undefined && !isAlive(earlier)) {
      this.#attempt.deaths[earlier.at] = (this.#attempt.deaths[earlier.at] ?? 0) + 1;
    }
    this.#write();
  }

  /** Notes that a file is about to be checked. Returns the reason why it must not be, if it has killed processes. */
  enter(path: string): string | undefined {
    const deaths = this.#attempt.deaths[path] ?? 0;
    if (deaths >= MOST_DEATHS) {
      this.#hasLeftOut = true;
      return `${deaths} processes were killed while they checked it`;
    }
    this.#attempt.at = path;
    this.#write();
    return undefined;
  }

  get hasLeftOut(): boolean {
    return this.#hasLeftOut;
  }

  /** Ends the attempt: the work is done. */
  end(): void {
    this.#folder.remove(this.#name);
  }

  #write(): void {
    this.#folder.write(this.#name, JSON.stringify(this.#attempt));
  }
}

/** Returns true if the process of an attempt is known to run. */
function isAlive({ host, pid }: Attempt): boolean {
  return attempt(() => host === hostname() && process.kill(pid, 0)) === true;
}
