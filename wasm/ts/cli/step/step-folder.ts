/**
 * The place of a check in steps, which all processes share: a folder, or a part of a bucket.
 *
 * Results are named by a hash of everything that they are made from, so a result that exists need not be made again.
 * A file appears when it is complete, so a process that is killed leaves no half of a file.
 */

import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../../node/explain.js";
import { Bucket, isBucket } from "./bucket.js";

/** Returns a hash of strings or bytes, which identifies them. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash("sha256");
  for (const part of parts) {
    // The length, so that the end of one part and the beginning of the next cannot be confused.
    sum.update(`${part.length}\0`).update(part);
  }
  return sum.digest("hex").slice(0, 32);
}

/** Returns the place that the command line names: a folder, or `s3://bucket/prefix`. */
export function stepFolder(path: string): StepFolder {
  return isBucket(path) ? new BucketFolder(path) : new DiskFolder(path);
}

/** The files of a check in steps. */
export abstract class StepFolder {
  /** The path of the folder, as it was named. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the name of the result `key`, or with `extension`, of what belongs to it. */
  result(key: string, extension = ""): string {
    return `results/${key.slice(0, 2)}/${key}${extension}`;
  }

  /** Returns the JSON of a file, or undefined if it does not exist. */
  readJson<T>(name: string): T | undefined {
    const bytes = this.read(name);
    return bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as T);
  }

  abstract has(name: string): boolean;

  /** Returns the content of a file, or undefined if it does not exist. */
  abstract read(name: string): Buffer | undefined;

  /** Writes a file, which no process sees before it is complete. */
  abstract write(name: string, content: string | Uint8Array): void;

  abstract remove(name: string): void;

  /** Returns the names of the files in a folder, sorted; none if the folder does not exist. */
  abstract names(folder: string): string[];
}

class DiskFolder extends StepFolder {
  has(name: string): boolean {
    return existsSync(`${this.path}/${name}`);
  }

  read(name: string): Buffer | undefined {
    return unlessMissing(() => readFileSync(`${this.path}/${name}`));
  }

  write(name: string, content: string | Uint8Array): void {
    const path = `${this.path}/${name}`;
    const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      if (unlessMissing(() => writeFileSync(draft, content) ?? true) === undefined) {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(draft, content);
      }
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  remove(name: string): void {
    rmSync(`${this.path}/${name}`, { force: true });
  }

  names(folder: string): string[] {
    const names = unlessMissing(() => readdirSync(`${this.path}/${folder}`)) ?? [];
    return names.filter((name) => !name.endsWith(".tmp")).sort();
  }
}

/** Returns the result of `work`, or undefined if a file or its folder does not exist. */
function unlessMissing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") {
      return undefined;
    }
    throw error;
  }
}

/** A part of a bucket. An object appears when it is complete. */
class BucketFolder extends StepFolder {
  readonly #bucket: Bucket;

  constructor(path: string) {
    super(path);
    this.#bucket = new Bucket(path);
  }

  has(name: string): boolean {
    return this.#bucket.has(name);
  }

  read(name: string): Buffer | undefined {
    const bytes = this.#bucket.read(name);
    return bytes === null ? undefined : Buffer.from(bytes);
  }

  write(name: string, content: string | Uint8Array): void {
    this.#bucket.write(name, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  remove(name: string): void {
    this.#bucket.remove(name);
  }

  names(folder: string): string[] {
    return this.#bucket.names(folder).sort();
  }
}

/** Joins pieces of bytes, each with the number of a block, into one file. */
export function joinPieces(pieces: Iterable<readonly [block: number, bytes: Uint8Array]>): Buffer {
  const joined: Uint8Array[] = [];
  for (const [block, bytes] of pieces) {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(block, 0);
    head.writeUInt32LE(bytes.length, 4);
    joined.push(head, bytes);
  }
  return Buffer.concat(joined);
}

/** Yields the pieces of {@link joinPieces}. */
export function* piecesOf(file: Buffer): Generator<[block: number, bytes: Buffer]> {
  for (let at = 0; at < file.length; ) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    yield [file.readUInt32LE(at), file.subarray(at + 8, end)];
    at = end;
  }
}
