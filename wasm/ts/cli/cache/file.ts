/** The file that results are kept in between checks. */

import { timingSafeEqual } from "node:crypto";
import { closeSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { codeOf, explain } from "../../node/explain.js";
import { readRegular } from "../../node/regular.js";
import { makeFolder, statOf } from "../make-folder.js";
import { nameBeside, writeWhole } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { type CacheKey, KEY_VARIABLE } from "./key.js";
import type { Stored } from "./memory.js";

/** What the file is called in a folder that is named. */
export const CACHE_NAME = "assay.cache";
/** What it begins with: what it is, and the version of its form. */
const MARK = "assay cache 3\n";
/** What one of any version begins with. */
const ANY = "assay cache ";
/** Characters of the signature behind that. */
const DIGITS = 64;
/** What stands behind the signature, and in no other file: the first of the results, as V8 writes it. */
const FIRST = '\x08identity"';
/** Bytes from the beginning of a file within which all of that is. */
const GLANCE = MARK.length + DIGITS + 4 + FIRST.length;

/** The cache that is meant by a path: a file, or in a folder. */
export function cachePathOf(named: string): string {
  const isFolder = statOf(named)?.isDirectory() ?? /[/\\]$/.test(named);
  return isFolder ? join(named, CACHE_NAME) : named;
}

/** Whether a file begins as caches do, or would but for damage to its first line. */
export function isCache(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(GLANCE);
    const start = bytes.toString("latin1", 0, readSync(file, bytes));
    return start.startsWith(ANY) || start.endsWith(FIRST);
  } finally {
    closeSync(file);
  }
}

/** A file of results. */
export class CacheFile {
  /** Its path. */
  readonly path: string;
  readonly #key: CacheKey;

  /** The file at `named`, or in the folder there, signed with `key`. */
  constructor(named: string, key: CacheKey) {
    this.path = cachePathOf(named);
    this.#key = key;
  }

  /**
   * Sees to it that results can be kept, before any work is done for them.
   *
   * @throws {Refusal} When they cannot, or something else is in their place.
   */
  prepare(): void {
    const draft = nameBeside(resolve(this.path));
    this.#orRefuse(() => {
      makeFolder(dirname(resolve(this.path)));
      this.#refuseOther();
      closeSync(openSync(draft, "wx"));
      rmSync(draft);
    });
  }

  /**
   * What is kept; nothing when there is no such file. One that was not written with this key, or is damaged, counts as none, which is
   * said as `say` does.
   */
  read(say: (what: string) => void): Stored | undefined {
    let bytes: Buffer;
    try {
      bytes = readRegular(this.path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") {
        say(`the cache \`${this.path}\` cannot be read, and everything is checked: ${explain(error)}`);
      }
      return undefined;
    }
    const body = bytes.subarray(MARK.length + DIGITS);
    const begin = bytes.subarray(0, MARK.length + DIGITS);
    const expected = Buffer.from(this.#begin(body), "latin1");
    // Bytes that nobody has signed are not even deserialized.
    if (begin.length === expected.length && timingSafeEqual(begin, expected)) {
      try {
        return deserialize(body) as Stored;
      } catch {
        // Written by another version of Node.
      }
    }
    say(
      `the cache \`${this.path}\` is ignored, and everything is checked: it was not written with the key of this machine ` +
        `(${KEY_VARIABLE} shares one), or it is damaged or of another version`,
    );
    return undefined;
  }

  /** What the file begins with when it has this body. */
  #begin(body: Uint8Array): string {
    return MARK + this.#key.begin().update(MARK).update(body).digest("hex");
  }

  /**
   * Puts results into the place of those that were kept. Whoever reads meanwhile finds the old ones or the new ones.
   *
   * @throws {Refusal} When they cannot be written.
   */
  write(stored: Stored): void {
    const draft = nameBeside(resolve(this.path));
    this.#orRefuse(() => {
      try {
        const body = serialize(stored);
        const file = openSync(draft, "wx");
        try {
          writeWhole(file, Buffer.from(this.#begin(body), "latin1"));
          writeWhole(file, body);
        } finally {
          closeSync(file);
        }
        // A check may take long, and a watch a day.
        this.#refuseOther();
        renameSync(draft, this.path);
      } catch (error) {
        rmSync(draft, { force: true });
        throw error;
      }
    });
  }

  /**
   * Sees to it that nothing is there that would be lost.
   *
   * @throws {Refusal} When something is.
   */
  #refuseOther(): void {
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) {
      throw new Refusal(`the cache \`${this.path}\` cannot be used: it is no file`);
    }
    if (found !== undefined && found.size > 0 && !isCache(this.path)) {
      throw new Refusal(
        `\`${this.path}\` is no cache, or one without its beginning, and would be replaced`,
        "delete it if it was a cache, or name another file: --cache FILE",
      );
    }
  }

  #orRefuse(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (error instanceof Refusal) {
        throw error;
      }
      throw new Refusal(
        `the cache \`${this.path}\` cannot be written: ${explain(error)}`,
        "name another file: --cache FILE",
      );
    }
  }
}
