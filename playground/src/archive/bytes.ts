/** Reads bytes of a file at the requested places, never the whole file. */

import type { Bytes } from "../../../wasm/ts/zip/list.js";

/** The part of a worker's `FileReaderSync` that this file uses. */
declare const FileReaderSync: new () => { readAsArrayBuffer(blob: Blob): ArrayBuffer };

/** The number of bytes that are read at once, because every read takes some time, however short it is. */
const WINDOW = 1024 * 1024;

/** The bytes of a file, for use in a worker. */
export class FileBytes implements Bytes {
  readonly #file: Blob;
  readonly #reader = new FileReaderSync();
  #start = 0;
  #window = new Uint8Array();

  /** Creates a reader for `file`, which must not change. */
  constructor(file: Blob) {
    this.#file = file;
  }

  get size(): number {
    return this.#file.size;
  }

  read(start: number, end: number): Uint8Array {
    if (start < this.#start || end > this.#start + this.#window.length) {
      const part = this.#file.slice(start, Math.max(end, start + WINDOW));
      this.#window = new Uint8Array(this.#reader.readAsArrayBuffer(part));
      this.#start = start;
    }
    return this.#window.subarray(start - this.#start, end - this.#start);
  }
}
