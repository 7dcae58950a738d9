/** The file with the results of earlier checks. */

import { timingSafeEqual } from "node:crypto";
import { closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import { attempt } from "../../attempt.js";
import { codeOf, explain } from "../../node/explain.js";
import { fillFrom } from "../../node/folder.js";
import { readRegular } from "../../node/regular.js";
import { statOf } from "../inputs.js";
import { makeFolder } from "../make-folder.js";
import { siblingName, writeWhole } from "../outputs.js";
import { orRefuse, Refusal } from "../refusal.js";
import { type CacheKey, KEY_VARIABLE } from "./key.js";
import type { StoredOutcome } from "./store.js";

/** The name of the cache file in a folder that `--cache` names. */
export const CACHE_NAME = "assay.cache";
/** The first line of a cache file, with the version of its format. */
const MARK = "assay cache 3\n";
/** The beginning of a cache file of any version. */
const ANY = "assay cache ";
/** The number of characters of the signature, which follows the first line. */
const DIGITS = 64;

/** Returns the path of the cache file that `named` refers to: the file itself, or the cache file in that folder. */
export function cachePathOf(named: string): string {
  const isFolder = statOf(named)?.isDirectory() ?? /[/\\]$/.test(named);
  return isFolder ? join(named, CACHE_NAME) : named;
}

/** Returns true if a file begins like a cache of any version. */
export function isCache(path: string): boolean {
  const bytes = Buffer.alloc(ANY.length);
  fillFrom(path, bytes, 0);
  return bytes.toString("latin1") === ANY;
}

export class CacheFile {
  readonly path: string;
  readonly #key: CacheKey;

  /** Creates the cache file at `named`, or in the folder `named`, which is signed with `key`. */
  constructor(named: string, key: CacheKey) {
    this.path = cachePathOf(named);
    this.#key = key;
  }

  /** Throws a {@link Refusal}, before any work is done, if results cannot be stored or another file is there. */
  prepare(): void {
    const draft = siblingName(resolve(this.path));
    this.#orRefuse(() => {
      makeFolder(dirname(resolve(this.path)));
      this.#refuseOther();
      closeSync(openSync(draft, "wx"));
      rmSync(draft);
    });
  }

  /** Returns the stored results. A file that is damaged or of another key is reported and ignored. */
  read(report: (what: string) => void): StoredOutcome | undefined {
    let bytes: Buffer;
    try {
      bytes = readRegular(this.path);
    } catch (error) {
      if (codeOf(error) !== "ENOENT") {
        report(`the cache \`${this.path}\` cannot be read, so all files are checked: ${explain(error)}`);
      }
      return undefined;
    }
    const body = bytes.subarray(MARK.length + DIGITS);
    const begin = bytes.subarray(0, MARK.length + DIGITS);
    const expected = Buffer.from(this.#begin(body), "latin1");
    // Bytes without a valid signature are not deserialized.
    // A comparison that ends at the first difference would help to guess a signature.
    const isSigned = begin.length === expected.length && timingSafeEqual(begin, expected);
    // Deserialization fails for a file of another version of Node.
    const stored = isSigned ? attempt(() => deserialize(body) as StoredOutcome) : undefined;
    if (stored === undefined) {
      report(
        `the cache \`${this.path}\` is ignored, so all files are checked: it is damaged, of another version, or was written ` +
          `with the key of another machine (to share a key, set ${KEY_VARIABLE})`,
      );
    }
    return stored;
  }

  /** Returns the beginning of a file with this body: the first line and the signature. */
  #begin(body: Uint8Array): string {
    return MARK + this.#key.begin().update(MARK).update(body).digest("hex");
  }

  /** Replaces the stored results; other processes read the old or the new ones. Throws a {@link Refusal}. */
  write(stored: StoredOutcome): void {
    const draft = siblingName(resolve(this.path));
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
        // Another program may have replaced the file during the check.
        this.#refuseOther();
        renameSync(draft, this.path);
      } catch (error) {
        rmSync(draft, { force: true });
        throw error;
      }
    });
  }

  /** Throws a {@link Refusal} if a file that is no cache would be replaced. */
  #refuseOther(): void {
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) {
      throw new Refusal(`the cache \`${this.path}\` cannot be used: it is not a file`);
    }
    if (found !== undefined && found.size > 0 && !isCache(this.path)) {
      throw new Refusal(
        `\`${this.path}\` is not a cache, or is damaged, and would be overwritten`,
        "delete it if it was a cache, or name another file: --cache FILE",
      );
    }
  }

  #orRefuse(work: () => void): void {
    orRefuse(`the cache \`${this.path}\` cannot be written`, work, "name another file: --cache FILE");
  }
}
