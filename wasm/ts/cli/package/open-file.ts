/** A file that stays open while parts of it are read. */

import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { explaining } from "../../node/explain.js";
import { fillOpen } from "../../node/folder.js";
import type { Reader } from "../../source.js";
import { orRefuse } from "../refusal.js";

/** Returns the result of `work` on the file at `path`; if that fails, the file is reported as unreadable. */
export function orUnreadable<T>(path: string, work: () => T): T {
  return orRefuse(`\`${path}\` cannot be read`, work);
}

/** A source with one file, which it returns for every path. */
export class OpenFile implements Required<Reader> {
  /** The descriptor of the file, which all threads of the process can use. */
  readonly number: number;

  /** Opens the file at a path, or uses the descriptor of an open file. Throws errors of the file system. */
  constructor(file: string | number) {
    this.number = typeof file === "number" ? file : openSync(file, "r");
  }

  read(): Uint8Array {
    return explaining(() => readFileSync(this.number));
  }

  size(): number {
    return explaining(() => fstatSync(this.number).size);
  }

  fill(_: string, view: Uint8Array, offset: number): number {
    return explaining(() => fillOpen(this.number, view, offset));
  }

  close(): void {
    closeSync(this.number);
  }
}
