/**
 * The folder of a check in steps, which all processes share.
 *
 * Results are named by a hash of everything that they are made from, so a result that exists need not be made again.
 * Every file is written under a temporary name and renamed, so that a process that is killed leaves no half of a file.
 */

import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../../node/explain.js";

/** Returns a hash of strings or bytes, which identifies them. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const sum = createHash("sha256");
  for (const part of parts) {
    // The length, so that the end of one part and the beginning of the next cannot be confused.
    sum.update(`${part.length}\0`).update(part);
  }
  return sum.digest("hex").slice(0, 32);
}

/** The files of a check in steps. */
export class StepFolder {
  /** The path of the folder. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the path of the result `key`, or of a part of it with a name. */
  result(key: string, part = ""): string {
    return `results/${key.slice(0, 2)}/${key}${part}`;
  }

  has(name: string): boolean {
    return existsSync(`${this.path}/${name}`);
  }

  /** Returns the content of a file, or undefined if it does not exist. */
  read(name: string): Buffer | undefined {
    try {
      return readFileSync(`${this.path}/${name}`);
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        return undefined;
      }
      throw error;
    }
  }

  /** Returns the JSON of a file, or undefined if it does not exist. */
  readJson<T>(name: string): T | undefined {
    const bytes = this.read(name);
    return bytes === undefined ? undefined : (JSON.parse(bytes.toString()) as T);
  }

  /** Writes a file, which no process sees before it is complete. */
  write(name: string, content: string | Uint8Array): void {
    const path = `${this.path}/${name}`;
    const draft = `${path}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      this.#writeNew(draft, content);
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  #writeNew(path: string, content: string | Uint8Array): void {
    try {
      writeFileSync(path, content);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") {
        throw error;
      }
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
  }

  remove(name: string): void {
    rmSync(`${this.path}/${name}`, { force: true, recursive: true });
  }

  /** Returns the names of the files in a folder, sorted, without drafts; none if the folder does not exist. */
  names(folder: string): string[] {
    try {
      return readdirSync(`${this.path}/${folder}`)
        .filter((name) => !name.endsWith(".tmp"))
        .sort();
    } catch (error) {
      if (codeOf(error) === "ENOENT") {
        return [];
      }
      throw error;
    }
  }
}

/** Joins pieces of bytes, each with the number of a block, into one file. */
export function joinPieces(pieces: Iterable<readonly [block: number, bytes: Uint8Array]>): Buffer {
  const parts: Uint8Array[] = [];
  for (const [block, bytes] of pieces) {
    const head = Buffer.alloc(8);
    head.writeUInt32LE(block, 0);
    head.writeUInt32LE(bytes.length, 4);
    parts.push(head, bytes);
  }
  return Buffer.concat(parts);
}

/** Yields the pieces of {@link joinPieces}. */
export function* piecesOf(file: Buffer): Generator<[block: number, bytes: Buffer]> {
  for (let at = 0; at < file.length; ) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    yield [file.readUInt32LE(at), file.subarray(at + 8, end)];
    at = end;
  }
}
