/** The files that a worker keeps from one task to the next, so that only changes are sent to it. */

import type { Reading } from "./api.js";
import { unread } from "./gone.js";
import type { Source } from "./source.js";

/** A file for a worker: a string (which becomes UTF-8), bytes, or a `Blob`, which is read when it is needed. */
export type Content = string | Uint8Array | Blob;

/** Files for a worker, by path. */
export type Contents = Readonly<Record<string, Content>>;

/** The changes since the previous task. */
export interface Changes {
  /** Files that are new or have changed. */
  set: Contents;
  /** The paths of files that no longer exist. */
  drop: readonly string[];
}

/** The number of files that are sent at a time. */
const AT_ONCE = 500;

/** Returns the changes in portions that are small enough to keep the page responsive. */
export function portionsOf({ set, drop }: Changes): [Changes, ...Changes[]] {
  const files = Object.entries(set);
  const portions: [Changes, ...Changes[]] = [{ set: Object.fromEntries(files.slice(0, AT_ONCE)), drop }];
  for (let at = AT_ONCE; at < files.length; at += AT_ONCE) {
    portions.push({ set: Object.fromEntries(files.slice(at, at + AT_ONCE)), drop: [] });
  }
  return portions;
}

/** Returns the changes from `sent` to `files`. Byte arrays are always included, as their bytes may have changed. */
export function changesTo(sent: ReadonlyMap<string, Content>, files: Contents): Changes {
  const changed = Object.entries(files).filter(([path, content]) => {
    return content instanceof Uint8Array || sent.get(path) !== content;
  });
  // A file may be called `__proto__`, which cannot be set by assigning.
  return { set: Object.fromEntries(changed), drop: [...sent.keys()].filter((path) => !Object.hasOwn(files, path)) };
}

/** The part of a worker's `FileReaderSync` that this file uses. */
interface BlobReader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const FileReaderSync: new () => BlobReader;

/** The maximum size, in bytes, of a file on the disk that is kept once it was read. */
const MAX_KEPT = 1024 * 1024;
/** The number of bytes of a file that are read at a time, so that progress is reported after each part. */
const PART = 8 * 1024 * 1024;
/** The maximum size, in bytes, of all kept files together. */
const MAX_KEPT_ALL = 256 * 1024 * 1024;

/** A source of these files. Short files on the disk are read once; long files are read in parts each time. */
export class FileStore implements Source {
  readonly #onRead: (reading: Reading) => void;
  readonly #files = new Map<string, Uint8Array | Blob>();
  /** The bytes of files on the disk that were read. */
  readonly #read = new Map<Blob, Uint8Array>();
  #kept = 0;
  readonly #encoder = new TextEncoder();

  /** Creates a store. `onRead` is called for each file that is read, and for each part of a long file. */
  constructor(onRead: (reading: Reading) => void = () => {}) {
    this.#onRead = onRead;
  }

  change({ set, drop }: Changes): void {
    for (const path of drop) {
      this.#forget(path);
    }
    for (const [path, content] of Object.entries(set)) {
      // The memory of the old file becomes free for other files.
      this.#forget(path);
      this.#files.set(path, typeof content === "string" ? this.#encoder.encode(content) : content);
    }
  }

  /** Returns a source of some of the files. */
  part(paths: readonly string[]): Source {
    const here = new Set(paths.filter((path) => this.#files.has(path)));
    return {
      paths: () => here,
      read: (path) => (here.has(path) ? this.read(path) : null),
      size: (path) => (here.has(path) ? this.size(path) : null),
      fill: (path, view, offset) => (here.has(path) ? this.fill(path, view, offset) : -1),
    };
  }

  paths(): Iterable<string> {
    return this.#files.keys();
  }

  read(path: string): Uint8Array | null {
    const file = this.#files.get(path);
    return file instanceof Blob ? this.#bytesOf(file) : (file ?? null);
  }

  size(path: string): number | null {
    const file = this.#files.get(path);
    return file instanceof Blob ? file.size : (file?.length ?? null);
  }

  fill(path: string, view: Uint8Array, offset: number): number {
    const file = this.#files.get(path);
    if (file === undefined) {
      return -1;
    }
    const total = file instanceof Blob ? file.size : file.length;
    let filled = 0;
    let part: Uint8Array;
    do {
      const [from, to] = [offset + filled, offset + Math.min(filled + PART, view.length)];
      part = file instanceof Blob ? this.#partOf(file, from, to) : file.subarray(from, to);
      view.set(part, filled);
      filled += part.length;
      this.#onRead({ path, done: offset + filled, total });
    } while (part.length > 0 && filled < view.length);
    return filled;
  }

  #partOf(file: Blob, offset: number, end: number): Uint8Array {
    return file.size <= MAX_KEPT ? this.#bytesOf(file).subarray(offset, end) : bytesOf(file.slice(offset, end));
  }

  #bytesOf(file: Blob): Uint8Array {
    const known = this.#read.get(file);
    if (known !== undefined) {
      return known;
    }
    const bytes = bytesOf(file);
    if (file.size <= MAX_KEPT && this.#kept + bytes.length <= MAX_KEPT_ALL) {
      this.#read.set(file, bytes);
      this.#kept += bytes.length;
    }
    return bytes;
  }

  #forget(path: string): void {
    const file = this.#files.get(path);
    this.#files.delete(path);
    const bytes = file instanceof Blob ? this.#read.get(file) : undefined;
    if (file instanceof Blob && bytes !== undefined) {
      this.#read.delete(file);
      this.#kept -= bytes.length;
    }
  }
}

function bytesOf(blob: Blob): Uint8Array {
  try {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
  } catch (error) {
    return unread(error);
  }
}
