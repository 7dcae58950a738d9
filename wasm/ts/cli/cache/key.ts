/**
 * The key that caches are signed with. Without the key, nobody can make a cache that this machine trusts: a cache that
 * came with a checkout is ignored.
 */

import { createHash, createHmac, type Hmac, randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { codeOf, explain } from "../../node/explain.js";
import { Boundary } from "../boundary.js";
import { makeFolder } from "../make-folder.js";

/** The variable that holds the key where machines share a cache. */
export const KEY_VARIABLE = "ASSAY_CACHE_KEY";

/** Characters that a key in the environment needs, so that nobody finds it by trying. */
const SHORTEST = 16;
/** Bytes of a key that is made here. */
const LENGTH = 32;

/** A key with which caches are signed. */
export class CacheKey {
  readonly #secret: Buffer;

  private constructor(secret: Buffer) {
    this.#secret = secret;
  }

  /**
   * The key of the environment, or else that of this user on this machine, which is made when there is none.
   *
   * @throws When the key cannot be used: it is too short, it cannot be read or written, or it is in one of the folders of the
   * `project`, from where anybody may have brought it.
   */
  static of(project: readonly string[]): CacheKey {
    const given = process.env[KEY_VARIABLE];
    if (given) {
      if (given.length < SHORTEST) {
        throw new Error(`${KEY_VARIABLE} needs ${SHORTEST} characters or more`);
      }
      return new CacheKey(createHash("sha256").update(given).digest());
    }
    const folder = cacheFolder();
    const file = join(folder, "cache-key");
    if (new Boundary(project).has(folder)) {
      throw new Error(`the key of this machine would be in the project, at \`${file}\``);
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

/** The folder of this user; some that programs run as have none. */
function home(): string {
  try {
    return homedir();
  } catch {
    throw new Error("this user has no folder for the key of this machine");
  }
}

/** The folder in which programs keep what they can make again. */
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

/** The key in a file; nothing when there is no such file. */
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

/** Refuses a key that others can read or have written: a checkout brings no file that only its owner can read. */
function refuseShared({ mode, uid }: Stats): void {
  if (process.platform !== "win32" && ((mode & 0o077) !== 0 || uid !== process.geteuid?.())) {
    throw new Error("others than its owner may have read or written it; delete it");
  }
}

function makeKey(folder: string, file: string): Buffer {
  makeFolder(folder);
  const key = randomBytes(LENGTH);
  try {
    writeFileSync(file, key, { flag: "wx", mode: 0o600 });
    return key;
  } catch (error) {
    // Another check may have made it meanwhile.
    const other = codeOf(error) === "EEXIST" ? readKey(file) : undefined;
    if (other === undefined) {
      throw error;
    }
    return other;
  }
}
