/** A file that stays open while parts of it are read, here and there. */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { explain } from "../../node/explain.js";
import type { Reader } from "../../source.js";

/** The one file of a source, whatever it is called there. */
export class OpenFile implements Required<Reader> {
  readonly #file: number;

  /** Opens the file at `path`; throws what the file system says. */
  constructor(path: string) {
    this.#file = openSync(path, "r");
  }

  read(): Uint8Array {
    return orExplain(() => readFileSync(this.#file));
  }

  size(): number {
    return orExplain(() => fstatSync(this.#file).size);
  }

  fill(_: string, view: Uint8Array, offset: number): number {
    return orExplain(() => {
      for (let filled = 0; ; ) {
        const read = readSync(this.#file, view, filled, view.length - filled, offset + filled);
        filled += read;
        if (read === 0 || filled === view.length) {
          return filled;
        }
      }
    });
  }

  /** Closes it. */
  close(): void {
    closeSync(this.#file);
  }
}

function orExplain<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(explain(error));
  }
}
