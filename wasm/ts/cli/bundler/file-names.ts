/** The files of one platform, as steps name them. */

import { resolve } from "node:path";
import { isVariable } from "../../systems/asset-list/asset-operations.js";
import { realTarget } from "../real-target.js";
import type { Platforms } from "./platforms.js";

/** Gives each file one name, the one that it was called by first: steps tell files apart by their names. */
export class FileNames {
  readonly #platform: string;
  readonly #known: Platforms;
  /** The name of each file by what it is behind links. */
  readonly #first = new Map<string, string>();

  /** The names of files that are for a platform, one of those that are known. */
  constructor(platform: string, known: Platforms) {
    this.#platform = platform;
    this.#known = known;
  }

  /** The full name of a list for the platform, whichever it was given for; variables stay as they are. */
  of(value: string): string {
    return value === "" || isVariable(value) ? value : this.asGiven(this.#known.nameFor(value, this.#platform));
  }

  /** The full name of just that file. */
  asGiven(path: string): string {
    const file = realTarget(path);
    const name = this.#first.get(file) ?? resolve(path);
    this.#first.set(file, name);
    return name;
  }
}
