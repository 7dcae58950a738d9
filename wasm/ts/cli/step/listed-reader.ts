/** Reads files only if they are as they were when they were listed, and records which other files were accessed. */

import type { FileState, FolderReader } from "../../node/folder.js";
import type { Reader } from "../../source.js";
import { type ListedFile, type ManifestReader, UNREADABLE } from "./manifest.js";

/** A file of another block that was accessed: its path, and its size and time, or null if there is no such file. */
export type AccessedFile = readonly [path: string, state: readonly [size: number, modified: number] | null];

/** A source of the files in a folder, as they were listed. */
export class ListedReader implements Required<Reader> {
  readonly #folder: FolderReader;
  readonly #manifest: ManifestReader;
  /** The files of the block that is checked. */
  #own: ReadonlyMap<string, ListedFile> = new Map();
  #accessed = new Map<string, AccessedFile[1]>();

  constructor(folder: FolderReader, manifest: ManifestReader) {
    this.#folder = folder;
    this.#manifest = manifest;
  }

  /** Sets the files of the block that is checked: accesses to them are not recorded. */
  enter(own: ReadonlyMap<string, ListedFile>): void {
    this.#own = own;
  }

  /** Clears the record of accesses. */
  begin(): void {
    this.#accessed = new Map();
  }

  /** Returns the other files that were accessed, sorted. */
  accessed(): AccessedFile[] {
    return [...this.#accessed].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Returns true if these files are still as they were when they were accessed. */
  areUnchanged(accessed: readonly AccessedFile[]): boolean {
    return accessed.every(([path, state]) => {
      const now = stateOf(this.#stat(path));
      return state === null || now === null ? state === now : state.every((value, at) => value === now[at]);
    });
  }

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
    if (listed !== undefined && listed[1] !== UNREADABLE && (state?.[0] !== listed[1] || state[1] !== listed[2])) {
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

function stateOf(state: FileState | null): AccessedFile[1] {
  return state === null ? null : [state.size, state.mtimeMs];
}
