/** Hashes the content of files for asset lists. */

import { createHash } from "node:crypto";
import { fstatSync, readSync } from "node:fs";
import { explain } from "../../node/explain.js";
import { isMisnamed, MISNAMED } from "../../node/misnamed.js";
import { reading } from "../../node/regular.js";

/** The value that asset lists contain instead of a hash for an empty file. */
const NO_HASH = "0".repeat(40);

/** The number of bytes that are read at once. */
const CHUNK = 1 << 20;

/** The hash and the modification time of a file. */
export interface Hashed {
  /** The SHA-1 of the content as 40 hexadecimal digits; all zeros for an empty file. */
  hash: string;
  /** The time of the last modification, in seconds since 1970. */
  modified: number;
}

/** The reason why a file has no hash. */
export interface UnreadFile {
  /** The reason, as the end of a sentence after a colon. */
  reason: string;
}

/** Hashes files one after the other, with one buffer for all of them. */
export class FileHasher {
  readonly #buffer = new Uint8Array(CHUNK);

  hash(path: string): Hashed | UnreadFile {
    try {
      return this.#hash(path);
    } catch (error) {
      return { reason: isMisnamed(path) ? MISNAMED : explain(error) };
    }
  }

  #hash(path: string): Hashed {
    return reading(path, (file) => {
      const sha1 = createHash("sha1");
      let size = 0;
      for (;;) {
        const read = readSync(file, this.#buffer, 0, CHUNK, size);
        if (read === 0) {
          break;
        }
        sha1.update(this.#buffer.subarray(0, read));
        size += read;
      }
      const hash = size === 0 ? NO_HASH : sha1.digest("hex");
      return { hash, modified: Math.max(0, Math.floor(fstatSync(file).mtimeMs / 1000)) };
    });
  }
}
