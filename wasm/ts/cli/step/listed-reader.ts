/** Reads files only if they are as they were when they were listed, and records which other files were accessed. */

import type { FileState, FolderReader } from "../../node/folder.js";
import type { Reader } from "../../source.js";
import { isPassing, PassingError } from "./exit-codes.js";
import { type ListedFile, type ManifestReader, UNREADABLE } from "./manifest.js";

/** A file of another block that was accessed: its path, and its state, or null if there is no such file. */
export type AccessedFile = readonly [path: string, state: FileVersion | null];

/** The state of a file: its size in bytes, and its time or its tag. */
export type FileVersion = readonly [size: number, version: number | string];

/** A source of files as they were listed. */
export interface StepReader extends Required<Reader> {
  /** The error that the storage does not answer, which is no problem of a file. */
  readonly failure: Error | undefined;
  /** True if a file could not be read, or has changed since it was listed. */
  readonly hasUnread: boolean;
  /** Begins the work on a block with the files `own`. Accesses to other files are recorded. */
  begin(own: ReadonlyMap<string, ListedFile>): void;
  /** Returns the other files that were accessed, sorted. */
  accessed(): AccessedFile[];
  /** Returns true if these files are still as they were when they were accessed. */
  areUnchanged(accessed: readonly AccessedFile[]): boolean;
  /** Called with the files that will probably be read next. */
  prefetch?(paths: readonly string[]): void;
}

/** A source of the files in a folder, as they were listed. */
export class ListedReader implements StepReader {
  readonly #folder: FolderReader;
  readonly #manifest: ManifestReader;
  #own: ReadonlyMap<string, ListedFile> = new Map();
  #accessed = new Map<string, AccessedFile[1]>();
  #failure: Error | undefined;
  #hasUnread = false;

  constructor(folder: FolderReader, manifest: ManifestReader) {
    this.#folder = folder;
    this.#manifest = manifest;
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  get hasUnread(): boolean {
    return this.#hasUnread;
  }

  begin(own: ReadonlyMap<string, ListedFile>): void {
    this.#own = own;
    this.#accessed = new Map();
    this.#failure = undefined;
    this.#hasUnread = false;
  }

  accessed(): AccessedFile[] {
    return [...this.#accessed].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  areUnchanged(accessed: readonly AccessedFile[]): boolean {
    return accessed.every(([path, state]) => isSame(state, stateOf(this.#stat(path))));
  }

  read(path: string): Uint8Array | null {
    return this.#asListed(path, () => this.#folder.read(path));
  }

  size(path: string): number | null {
    return this.#asListed(path, () => this.#folder.size(path));
  }

  fill(path: string, view: Uint8Array, offset: number): number {
    return this.#asListed(path, () => this.#folder.fill(path, view, offset));
  }

  /**
   * Returns the result of `work` on a file. The file is compared afterwards, so that a change meanwhile counts.
   *
   * @throws An error if the file cannot be read, or is not as it was listed.
   */
  #asListed<T>(path: string, work: () => T): T {
    try {
      const result = work();
      const own = this.#own.get(path);
      const state = stateOf(this.#stat(path));
      if (own === undefined) {
        this.#accessed.set(path, state);
      }
      const listed = own ?? this.#manifest.find(path);
      if (listed !== undefined && listed[1] !== UNREADABLE && !isAsListed(listed, state)) {
        throw new Error("it has changed since the files were listed; list them again");
      }
      return result;
    } catch (error) {
      this.#hasUnread = true;
      if (isPassing((error as Error).cause)) {
        this.#failure ??= new PassingError(`\`${path}\`: ${(error as Error).message}`);
      }
      throw error;
    }
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
