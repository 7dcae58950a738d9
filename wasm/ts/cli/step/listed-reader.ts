/** Reads files only if they are as they were when they were listed, and records which other files were accessed. */

import { attempt } from "../../attempt.js";
import type { FolderReader } from "../../node/folder.js";
import type { Reader } from "../../source.js";
import { isPassing, PassingError } from "./exit-codes.js";
import { type ListedFile, type ManifestReader, UNREADABLE } from "./manifest.js";

/** A file of another block that was accessed: its path, and its state, or null if there is no such file. */
export type AccessedFile = readonly [path: string, state: FileVersion | null];

/** The state of a file: its size in bytes, and its time or its tag. */
export type FileVersion = readonly [size: number, version: number | string];

/** A source of files as they were listed, which records the work on a block. */
export abstract class StepReader implements Required<Reader> {
  protected own: ReadonlyMap<string, ListedFile> = new Map();
  readonly #accessed = new Map<string, FileVersion | null>();
  #failure: Error | undefined;
  #hasUnread = false;

  /** The error that the storage does not answer, which is no problem of a file. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** True if a file could not be read, or has changed since it was listed. */
  get hasUnread(): boolean {
    return this.#hasUnread;
  }

  /** Begins the work on a block with the files `own`. Accesses to other files are recorded. */
  begin(own: ReadonlyMap<string, ListedFile>): void {
    this.own = own;
    this.#accessed.clear();
    this.#failure = undefined;
    this.#hasUnread = false;
  }

  /** Returns the other files that were accessed, sorted. */
  accessed(): AccessedFile[] {
    return [...this.#accessed].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Returns true if these files are still as they were when they were accessed. */
  areUnchanged(accessed: readonly AccessedFile[]): boolean {
    return accessed.every(([path, state]) => isSame(state, this.versionOf(path)));
  }

  abstract read(path: string): Uint8Array | null;
  abstract size(path: string): number | null;
  abstract fill(path: string, view: Uint8Array, offset: number): number;

  /** Called with the files that will probably be read next. */
  prefetch?(paths: readonly string[]): void;

  /** Returns the present state of a file, or null if it does not exist. */
  protected abstract versionOf(path: string): FileVersion | null;

  /** Records an access to a file, unless it belongs to the block. */
  protected noteAccess(path: string, state: FileVersion | null): void {
    if (!this.own.has(path)) {
      this.#accessed.set(path, state);
    }
  }

  /** Records that a file could not be read; with a `failure`, because of the storage. */
  protected noteUnread(failure: Error | undefined): void {
    this.#hasUnread = true;
    this.#failure ??= failure;
  }
}

/** A source of the files in a folder, as they were listed. */
export class ListedReader extends StepReader {
  readonly #folder: FolderReader;
  readonly #manifest: ManifestReader;

  constructor(folder: FolderReader, manifest: ManifestReader) {
    super();
    this.#folder = folder;
    this.#manifest = manifest;
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
      const state = this.versionOf(path);
      this.noteAccess(path, state);
      const listed = this.own.get(path) ?? this.#manifest.find(path);
      if (listed !== undefined && listed[1] !== UNREADABLE && !isAsListed(listed, state)) {
        throw new Error("it has changed since the files were listed; list them again");
      }
      return result;
    } catch (error) {
      const { cause, message } = error as Error;
      this.noteUnread(isPassing(cause) ? new PassingError(`\`${path}\`: ${message}`) : undefined);
      throw error;
    }
  }

  /** Returns the state of a file, or null if it cannot be determined: then reading it reports the error. */
  protected versionOf(path: string): readonly [size: number, modified: number] | null {
    const state = attempt(() => this.#folder.stat(path)) ?? null;
    return state === null ? null : [state.size, state.mtimeMs];
  }
}

/**
 * Returns true if a file is as it was listed. Inventories often have whole milliseconds, or another version than the
 * time: a file does not show that, so only its size is compared.
 */
function isAsListed([, size, listed]: ListedFile, state: readonly [size: number, modified: number] | null): boolean {
  const time = Number.isInteger(listed) ? Math.trunc(state?.[1] ?? 0) : state?.[1];
  return state?.[0] === size && (typeof listed === "string" || time === listed);
}

/** Returns true if two states are equal. */
function isSame(one: FileVersion | null, other: FileVersion | null): boolean {
  return one === null || other === null ? one === other : one[0] === other[0] && one[1] === other[1];
}
