/** Reads objects of a bucket as they were listed. */

import { type Bucket, ObjectChanged } from "./bucket.js";
import { type FileVersion, StepReader } from "./listed-reader.js";
import type { ListedFile, ManifestReader } from "./manifest.js";

/** The size in bytes up to which an object is read as a whole. Of larger ones, often only the beginning is needed. */
const SMALL = 256 << 10;

/** A source of the objects of a bucket, as they were listed. Other objects do not exist. */
export class ObjectReader extends StepReader {
  readonly #bucket: Bucket;
  readonly #manifest: ManifestReader;
  /** The bytes that were read last: engines read a file from its beginning to its end. */
  #last: { path: string; from: number; bytes: Uint8Array } | undefined;

  constructor(bucket: Bucket, manifest: ManifestReader) {
    super();
    this.#bucket = bucket;
    this.#manifest = manifest;
  }

  override prefetch(paths: readonly string[]): void {
    const objects = paths.flatMap((path): [string, string][] => {
      const [, size = 0, tag = ""] = this.own.get(path) ?? this.#manifest.find(path) ?? [path, SMALL + 1];
      return size > SMALL ? [] : [[path, String(tag)]];
    });
    this.#bucket.readAhead(objects);
  }

  size(path: string): number | null {
    return this.#find(path)?.[1] ?? null;
  }

  read(path: string): Uint8Array | null {
    const listed = this.#find(path);
    return listed === undefined ? null : this.#ask(() => this.#bucket.read(path, String(listed[2])));
  }

  fill(path: string, view: Uint8Array, offset: number): number {
    const listed = this.#find(path);
    if (listed === undefined) {
      return -1;
    }
    const length = Math.max(Math.min(view.length, listed[1] - offset), 0);
    if (length > 0) {
      const bytes = this.#some(listed, offset, length);
      view.set(bytes.subarray(0, length));
    }
    return length;
  }

  /** Returns at least `length` bytes of an object from `offset` on. */
  #some([path, size, tag]: ListedFile, offset: number, length: number): Uint8Array {
    const last = this.#last;
    const isKnown = last?.path === path && offset >= last.from && offset + length <= last.from + last.bytes.length;
    if (isKnown) {
      return last.bytes.subarray(offset - last.from);
    }
    const isSmall = size <= SMALL;
    const bytes = this.#ask(() =>
      isSmall
        ? this.#bucket.read(path, String(tag))
        : this.#bucket.readSome(path, String(tag), offset, Math.max(length, SMALL)),
    );
    const from = isSmall ? 0 : offset;
    this.#last = { path, from, bytes };
    return bytes.subarray(offset - from);
  }

  /**
   * Returns the bytes of a listed object.
   *
   * @throws An error if the object has changed or is gone, or the storage does not answer.
   */
  #ask(work: () => Uint8Array | null): Uint8Array {
    // The step ends with this error, so the other files need not be tried.
    if (this.failure !== undefined) {
      throw this.failure;
    }
    try {
      const bytes = work();
      if (bytes === null) {
        throw new ObjectChanged("it has been deleted since the files were listed; list them again");
      }
      return bytes;
    } catch (error) {
      // Every other error is one of the storage: the file itself may be right.
      this.noteUnread(error instanceof ObjectChanged ? undefined : (error as Error));
      throw error;
    }
  }

  #find(path: string): ListedFile | undefined {
    const own = this.own.get(path);
    if (own === undefined) {
      this.noteAccess(path, this.versionOf(path));
    }
    return own ?? this.#manifest.find(path);
  }

  protected versionOf(path: string): FileVersion | null {
    const listed = this.#manifest.find(path);
    return listed === undefined ? null : [listed[1], listed[2]];
  }
}
