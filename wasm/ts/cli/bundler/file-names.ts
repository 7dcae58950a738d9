/** The names of the files of one platform in steps. */

import { resolve } from "node:path";
import { isVariable } from "../../systems/asset-list/asset-operations.js";
import { realTarget } from "../real-target.js";
import type { Platforms } from "./platforms.js";

/** Gives each file one name, the first that was used for it: steps distinguish files by their names. */
export class FileNames {
  readonly #platform: string;
  readonly #known: Platforms;
  /** The name of each file by its canonical path. */
  readonly #first = new Map<string, string>();

  /** Creates the names for `platform`, which is one of the `known` platforms. */
  constructor(platform: string, known: Platforms) {
    this.#platform = platform;
    this.#known = known;
  }

  /** Returns the full name of a list for the platform, replacing that of another platform. Keeps variables. */
  of(value: string): string {
    return value === "" || isVariable(value) ? value : this.asGiven(this.#known.nameFor(value, this.#platform));
  }

  /** Returns the full name of a file, without changing its platform. */
  asGiven(path: string): string {
    const file = realTarget(path);
    const name = this.#first.get(file) ?? resolve(path);
    this.#first.set(file, name);
    return name;
  }
}
