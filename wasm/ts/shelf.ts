/** The files that a worker has at hand from one task to the next, so that only what has changed is sent to it. */

import type { Source } from "./source.js";

/** A file for a worker: a text (which becomes UTF-8), bytes, or what the browser reads when it is wanted. */
export type Content = string | Uint8Array | Blob;

/** Files for a worker, by path. */
export type Contents = Readonly<Record<string, Content>>;

/** What has changed since the task before. */
export interface Changes {
  /** Files that are new, or other than they were. */
  set: Contents;
  /** Files that are no more. */
  drop: readonly string[];
}

/** What is to be said to one who has `sent` at hand and is to have `files`. Bytes always go: they may have changed. */
export function changesTo(sent: ReadonlyMap<string, Content>, files: Contents): Changes {
  const set: Record<string, Content> = {};
  for (const [path, content] of Object.entries(files)) {
    if (content instanceof Uint8Array || sent.get(path) !== content) {
      set[path] = content;
    }
  }
  return { set, drop: [...sent.keys()].filter((path) => !Object.hasOwn(files, path)) };
}

/** The part of a worker's `FileReaderSync` that this file uses. */
interface Reader {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}

declare const FileReaderSync: new () => Reader;

/** Files at hand, as a source. Those that lie on the disk are read part by part. */
export class Shelf implements Source {
  readonly #files = new Map<string, Uint8Array | Blob>();
  readonly #encoder = new TextEncoder();

  /** Takes in what has changed. */
  change({ set, drop }: Changes): void {
    for (const path of drop) {
      this.#files.delete(path);
    }
    for (const [path, content] of Object.entries(set)) {
      this.#files.set(path, typeof content === "string" ? this.#encoder.encode(content) : content);
    }
  }

  /** Some of the files, as a source of its own. */
  part(paths: readonly string[]): Shelf {
    const part = new Shelf();
    for (const path of paths) {
      const file = this.#files.get(path);
      if (file !== undefined) {
        part.#files.set(path, file);
      }
    }
    return part;
  }

  paths(): Iterable<string> {
    return this.#files.keys();
  }

  read(path: string): Uint8Array | null {
    const file = this.#files.get(path);
    return file instanceof Blob ? bytesOf(file) : (file ?? null);
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
    const end = offset + view.length;
    const part = file instanceof Blob ? bytesOf(file.slice(offset, end)) : file.subarray(offset, end);
    view.set(part);
    return part.length;
  }
}

function bytesOf(blob: Blob): Uint8Array {
  return new Uint8Array(new FileReaderSync().readAsArrayBuffer(blob));
}
