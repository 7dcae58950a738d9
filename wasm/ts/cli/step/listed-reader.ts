/** Reads files only if they are as they were when they were listed, and records which other files were accessed. */

import type { FileState, FolderReader } from "../../node/folder.js";
import type { Reader } from "../../source.js";
import { type ListedFile, type ManifestReader, UNREADABLE } from "./manifest.js";

/** A file of another block that was accessed: its path, and its state, or null if there is no such file. */
export type AccessedFile = readonly [path: string, state: FileVersion | null];

/** The state of a file: its size in bytes, and its time or its tag. */
export type FileVersion = readonly [size: number, version: number | string];

/** A source of files as they were listed. */
export interface StepReader extends Required<Reader> {
  /** The error that the storage does not answer, which is no problem of a file. */
  readonly failure: Error | undefined;
  /** Sets the files of the block that is checked: accesses to them are not recorded. */
  enter(own: ReadonlyMap<string, ListedFile>): void;
  /** Clears the record of accesses. */
  begin(): void;
  /** Returns the other files that were accessed, sorted. */
  accessed(): AccessedFile[];
  /** Returns true if these files are still as they were when they were accessed. */
  areUnchanged(accessed: readonly AccessedFile[]): boolean;
  /** Called with the files that will probably be read next. */
  prefetch(paths: readonly string[]): void;
}

/** A source of the files in a folder, as they were listed. */
export class ListedReader implements StepReader {
  readonly failure = undefined;
  readonly #folder: FolderReader;
  readonly #manifest: ManifestReader;
  /** The files of the block that is checked. */
  #own: ReadonlyMap<string, ListedFile> = new Map();
  #accessed = new Map<string, AccessedFile[1]>();

  constructor(folder: FolderReader, manifest: ManifestReader) {
    this.#folder = folder;
    this.#manifest = manifest;
  }

  enter(own: ReadonlyMap<string, ListedFile>): void {
    this.#own = own;
  }

  begin(): void {
    this.#accessed = new Map();
  }

  accessed(): AccessedFile[] {
    return [...this.#accessed].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  areUnchanged(accessed: readonly AccessedFile[]): boolean {
    return accessed.every(([path, state]) => isSame(state, stateOf(this.#stat(path))));
  }

  /** Does nothing: the system reads files of a folder ahead by itself. */
  prefetch(): void {}

  read(path: string): Uint8Array | null {
    return this.#expectListed(path, this.#folder.read(path));
  }

  size(path: string): number | null {
    return this.#expectListed(path, this.#folder.size(path));
  }

  fill(path: string, view: Uint8Array, offset: number): number {
    return this.#expectListed(path, this.#folder.fill(path, view, offset));
  }

  /**
   * Returns `result`, which was read from a file. The file is compared after reading, so that a change meanwhile counts.
   *
   * @throws An error if the file is not as it was listed.
   */
  #expectListed<T>(path: string, result: T): T {
    const own = this.#own.get(path);
    const state = stateOf(this.#stat(path));
    const listed = own ?? this.#manifest.find(path);
    if (listed !== undefined && listed[1] !== UNREADABLE && !isAsListed(listed, state)) {
      throw new Error("it has changed since the files were listed; list them again");
    }
    if (own === undefined) {
      this.#accessed.set(path, state);
    }
    return result;
  }

  /** Returns the state of a file, or null if it cannot be determined: then reading it reports the error. */
  #stat(path: string): FileState | null {
    try {
      return this.#folder.stat(path);
    } catch {
      return null;
    }
  }
}

function stateOf(state: FileState | null): readonly [size: number, modified: number] | null {
  return state === null ? null : [state.size, state.mtimeMs];
}

/** Returns true if a file is as it was listed. Inventories often have whole milliseconds. */
function isAsListed([, size, modified]: ListedFile, state: readonly [size: number, modified: number] | null): boolean {
  const time = Number.isInteger(modified) ? Math.trunc(state?.[1] ?? 0) : state?.[1];
  return state?.[0] === size && time === modified;
}

/** Returns true if two states are equal. */
export function isSame(one: FileVersion | null, other: FileVersion | null): boolean {
  return one === null || other === null ? one === other : one[0] === other[0] && one[1] === other[1];
}
