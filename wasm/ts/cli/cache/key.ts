/** The key that caches are signed with. A cache in a checkout is ignored, because whoever wrote it does not have the key. */

import { createHash, createHmac, type Hmac, randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { codeOf, explain } from "../../node/explain.js";
import { Boundary } from "../boundary.js";
import { makeFolder } from "../make-folder.js";

/** The environment variable with the key, for machines that share a cache. */
export const KEY_VARIABLE = "ASSAY_CACHE_KEY";

/** The minimum number of characters of a key in the environment, so that it cannot be guessed. */
const SHORTEST = 16;
/** The number of bytes of a generated key. */
const LENGTH = 32;

/** A key with which caches are signed. */
export class CacheKey {
  readonly #secret: Buffer;

  private constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /**
   * Returns the key in the environment, or else the key of this user on this machine, which is generated if it does not
   * exist.
   *
   * @throws When the key is too short, or its file cannot be read or written. Also when the file is in one of the
   * folders of the `project`, where it may be part of a checkout.
   */
  static of(project: readonly string[]): CacheKey {
    const given = process.env[KEY_VARIABLE];
    if (given) {
      if (given.length < SHORTEST) {
        throw new Error(`${KEY_VARIABLE} must have at least ${SHORTEST} characters`);
      }
      return new CacheKey(createHash("sha256").update(given).digest());
    }
    const folder = cacheFolder();
    const file = join(folder, "cache-key");
    if (new Boundary(project).has(folder)) {
      throw new Error(`the key file of this machine, \`${file}\`, would be in the folder of the project`);
    }
    try {
      return new CacheKey(readKey(file) ?? makeKey(folder, file));
    } catch (error) {
      throw new Error(`the key of this machine, \`${file}\`, cannot be used: ${explain(error)}`);
    }
  }

  /** Returns an HMAC with this key, to which no data has been added yet. */
  begin(): Hmac {
    return createHmac("sha256", this.#secret);
  }
}

/** Returns the home folder of this user; some users of services have none. */
function home(): string {
  try {
    return homedir();
  } catch {
    throw new Error("the key of this machine cannot be stored, because this user has no home folder");
  }
}

/** Returns the folder for caches of programs. */
function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  switch (process.platform) {
    case "win32":
      return join(LOCALAPPDATA ?? join(home(), "AppData", "Local"), "assay");
    case "darwin":
      return join(home(), "Library", "Caches", "assay");
    default:
      return join(XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(home(), ".cache"), "assay");
  }
}

/** Returns the key in a file, or undefined if the file does not exist. */
function readKey(path: string): Buffer | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  }
  try {
    refuseShared(fstatSync(file));
    const key = readFileSync(file);
    if (key.length !== LENGTH) {
      throw new Error("it is damaged; delete it");
    }
    return key;
  } finally {
    closeSync(file);
  }
}

/** Throws if other users can read or write a key file: files of a checkout are never readable by the owner only. */
function refuseShared({ mode, uid }: Stats): void {
  if (process.platform !== "win32" && ((mode & 0o077) !== 0 || uid !== process.geteuid?.())) {
    throw new Error("other users may have read or written it; delete it");
  }
}

function makeKey(folder: string, file: string): Buffer {
  makeFolder(folder);
  const key = randomBytes(LENGTH);
  try {
    writeFileSync(file, key, { flag: "wx", mode: 0o600 });
    return key;
  } catch (error) {
    // Another check may have created the key at the same time.
    const other = codeOf(error) === "EEXIST" ? readKey(file) : undefined;
    if (other === undefined) {
      throw error;
    }
    return other;
  }
}
