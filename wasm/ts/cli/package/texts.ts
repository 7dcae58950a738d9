/** Texts of a package that name the paths of the studio that made it, with those of the project that it is put into. */

import { sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Core } from "../../core.js";
import { guarded } from "../../core.js";
import { AssayError } from "../../errors.js";
import { warn } from "../output.js";
import { Refusal } from "../refusal.js";
import { visible } from "../visible.js";
import { type CorePackage, membersOf, type Packages } from "./packages.js";

/** A path that is another one now. */
interface PathRewrite {
  /** The line, from 1. */
  line: number;
  /** The old path. */
  from: string;
  /** The new one. */
  to: string;
}

/** The text files of a package that is put into its place. */
export class PackageTexts {
  readonly #core: Core;
  readonly #opened: CorePackage;
  readonly #remap: Core["PackageRemap"]["prototype"];
  readonly #paths: readonly string[];
  readonly #told: string[] = [];

  /** Those of a package that goes to the folder `target`. */
  constructor({ core }: Packages, opened: CorePackage, target: string) {
    this.#core = core;
    this.#opened = opened;
    this.#remap = core.PackageRemap.of(opened, target.split(sep).join("/"));
    this.#paths = [...membersOf(opened)].map(({ path }) => path);
  }

  /** The member at a place with new paths; nothing when it stays as it is. On its way signals are heard. */
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
      warn(`${error.message}, and its paths stay as they are`);
      return undefined;
    }
    const [bytes, left] = guarded(this.#core, () => [this.#remap.bytes(), this.#remap.left()]);
    if (left.length > 0) {
      const [paths, them] =
        left.length === 1
          ? ["a further path stays", "it"]
          : [`${left.length.toLocaleString("en")} further paths stay`, "them"];
      const where = "in the folders that files were published from";
      warn(`\`${path}:${left[0]}\`: ${paths} ${where}, as no \`srcPath\` says ${them}`);
    }
    if (bytes !== undefined) {
      const rewrites: PathRewrite[] = JSON.parse(this.#remap.rewrites());
      const told = rewrites.map(({ line, from, to }) => `${path}:${line}: \`${from}\` is now \`${to}\``);
      this.#told.push(told.map((said) => `${visible(said)}\n`).join(""));
    }
    return bytes;
  }

  /** Each path that is another one now, a line each. */
  *told(): Iterable<string> {
    yield* this.#told;
    if (this.#told.length === 0) {
      yield "no text names a path that a file was published from\n";
    }
  }
}
