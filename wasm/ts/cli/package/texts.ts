/** Replaces the paths of the publishing studio in text files of a package with paths of the project. */

import { sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Core } from "../../core.js";
import { guarded } from "../../core.js";
import { AssayError } from "../../errors.js";
import { warn } from "../output.js";
import { Refusal } from "../refusal.js";
import { visible } from "../visible.js";
import { type CorePackage, membersOf, type Packages } from "./packages.js";

interface PathRewrite {
  /** The line, from 1. */
  line: number;
  from: string;
  to: string;
}

/** The text files of a package that is extracted. */
export class PackageTexts {
  readonly #core: Core;
  readonly #opened: CorePackage;
  readonly #remap: Core["PackageRemap"]["prototype"];
  readonly #paths: readonly string[];
  readonly #changes: string[] = [];

  /** Creates the text files of a package that is extracted to the folder `target`. */
  constructor({ core }: Packages, opened: CorePackage, target: string) {
    this.#core = core;
    this.#opened = opened;
    this.#remap = core.PackageRemap.of(opened, target.split(sep).join("/"));
    this.#paths = [...membersOf(opened)].map(({ path }) => path);
  }

  /** Returns the member at an index with new paths, or undefined if nothing changes. Signals are handled meanwhile. */
  async rewritten(at: number): Promise<Uint8Array | undefined> {
    const path = this.#paths[at] ?? "";
    try {
      if (!guarded(this.#core, () => this.#remap.begin(this.#opened, at))) {
        return undefined;
      }
      while (guarded(this.#core, () => this.#remap.step(this.#opened))) {
        await setImmediate();
      }
    } catch (error) {
      if (!(error instanceof AssayError)) {
        throw error;
      }
      if (error.code !== "not-text") {
        throw new Refusal(error.message);
      }
      warn(`${error.message}; its paths are not changed`);
      return undefined;
    }
    const [bytes, left] = guarded(this.#core, () => [this.#remap.bytes(), this.#remap.left()]);
    if (left.length > 0) {
      const [paths, them] =
        left.length === 1
          ? ["a path in the original folders is not replaced", "it"]
          : [`${left.length.toLocaleString("en")} paths in the original folders are not replaced`, "them"];
      warn(`\`${path}:${left[0]}\`: ${paths}, because no \`srcPath\` lists ${them}`);
    }
    if (bytes !== undefined) {
      const rewrites: PathRewrite[] = JSON.parse(this.#remap.rewrites());
      const changes = rewrites.map(({ line, from, to }) => `${path}:${line}: \`${from}\` is now \`${to}\``);
      this.#changes.push(changes.map((change) => `${visible(change)}\n`).join(""));
    }
    return bytes;
  }

  /** Yields a line for each path that was replaced. */
  *lines(): Iterable<string> {
    yield* this.#changes;
    if (this.#changes.length === 0) {
      yield "no text file contains a path of a file before publication\n";
    }
  }
}
