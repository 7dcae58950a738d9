/** A folder of the file system as a source. */

import { fstatSync, lstatSync, readSync, realpathSync, statSync } from "node:fs";
import { attempt } from "../attempt.js";
import { AssayError } from "../errors.js";
import { isPlain, isText, mustBe } from "../expected.js";
import type { Reader, Source } from "../source.js";
import { ignoredAround } from "./around.js";
import { codeOf, explain } from "./explain.js";
import { isMisnamed, MISNAMED } from "./misnamed.js";
import { expectRegular, IsLink, reading, readRegular, stateOf } from "./regular.js";
import { isInside, type WalkTree, walk } from "./walk.js";

/** The codes of errors for files that do not exist, or are folders. */
const MISSING = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** The options of a folder as a source. */
export interface FolderOptions {
  /**
   * True to skip the files that `.gitignore` and `.assayignore` match, as on the command line. The ignore files are
   * those in the folder, in the folders below, and in those above up to the top of the git repository. Default: false.
   */
  ignoreFiles?: boolean;
}

/**
 * Returns a source of the files in the folder `path`, except those of `.git` and, with `ignoreFiles`, those that ignore
 * files match. Symbolic links are followed only inside of the folder. This function exists only in Node; in a page, use
 * `files`.
 *
 * The folder is listed when a check starts. The check fails with an `AssayError` `unreadable-folder` if the folder
 * cannot be listed.
 */
export function folder(path: string, options: FolderOptions = {}): Source {
  mustBe(isText(path), "the path of a folder", "a string", path);
  mustBe(isPlain(options), "options", "an object", options);
  const { ignoreFiles = false } = options;
  mustBe(typeof ignoreFiles === "boolean", "`ignoreFiles`", "a boolean", ignoreFiles);
  let listed: WalkTree | undefined;
  const outside: string[] = [];
  return {
    paths() {
      listed = listedAt(path, ignoreFiles);
      outside.splice(0, outside.length, ...listed.outside);
      return listed.files.concat(listed.others);
    },
    problems: () => listed?.problems ?? [],
    ...reader(path, outside),
  };
}

/** @throws {AssayError} `unreadable-folder` if the folder does not exist or cannot be listed. */
function listedAt(path: string, ignoreFiles: boolean): WalkTree {
  try {
    return walk(path, { ignored: ignoreFiles ? { around: ignoredAround(path) } : undefined });
  } catch (error) {
    throw new AssayError("unreadable-folder", `the folder \`${path}\` cannot be read: ${explain(error)}`, { path });
  }
}

/** The state of a file in the file system: its size in bytes, its times in milliseconds, its inode number. */
export interface FileState {
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  ino: number;
}

/** A source of the files in a folder, which can also return the state of a file without reading it. */
export interface FolderReader extends Required<Reader> {
  /** Returns the state of the file at `path`, or null if it does not exist. */
  stat(path: string): FileState | null;
}

/**
 * Returns a reader of the files in `root`, which does not follow the links `outside` out of it. Other links out of it,
 * which were not listed because they are in ignored folders, are errors. The folders `known` are known to be inside
 * `root`.
 */
export function reader(root: string, outside: readonly string[], known: readonly string[] = []): FolderReader {
  const inside = new FolderGuard(root, known);
  const full = (path: string) => {
    const hidden = outside.some((link) => path === link || path.startsWith(`${link}/`));
    return hidden ? null : `${root}/${path}`;
  };
  /**
   * Returns the result of `work` on the file at `path`, `missing` if it does not exist, or the result of `elsewhere` if
   * it is outside of the root.
   */
  const inRoot = <T>(path: string, missing: T, work: (full: string, follow: boolean) => T, elsewhere: () => T): T => {
    const name = full(path);
    if (name === null) {
      return missing;
    }
    try {
      return inside.hasFolderOf(path) ? within(path, name, work, elsewhere) : elsewhere();
    } catch (error) {
      if (!MISSING.has(codeOf(error) ?? "")) {
        throw new Error(explain(error), { cause: error });
      }
      if (isDangling(name)) {
        throw new Error("it is a broken link");
      }
      if (isMisnamed(name)) {
        throw new Error(MISNAMED);
      }
      return missing;
    }
  };
  /**
   * Like `inRoot`, for a file in a folder inside of the root. The file is opened without testing first whether it is a
   * link: few files are links, and the test takes as long as opening.
   */
  const within = <T>(path: string, name: string, work: (full: string, follow: boolean) => T, elsewhere: () => T): T => {
    try {
      return work(name, false);
    } catch (error) {
      if (!(error instanceof IsLink)) {
        throw error;
      }
      return inside.leadsThere(path) ? work(name, true) : elsewhere();
    }
  };
  return {
    read: (path) => inRoot(path, null, readRegular, refuseOutside),
    // Targets of links out of the folder are treated as missing.
    size: (path) => inRoot(path, null, sizeOf, () => null),
    stat: (path) => inRoot(path, null, fileAt, () => null),
    fill: (path, view, offset) =>
      inRoot(path, -1, (name, follow) => fillFrom(name, view, offset, follow), refuseOutside),
  };
}

function refuseOutside(): never {
  throw new Error("a link on its path leads out of the folder under check");
}

/** Makes sure that files are inside a folder, even if links are followed. */
class FolderGuard {
  readonly #root: string;
  #real: string | undefined;
  /** By path, true if a folder is inside. */
  readonly #folders: Map<string, boolean>;
  /** The last folder that was tested, with the result: files of one folder are often read one after the other. */
  #last: [folder: string, isInside: boolean] = ["", true];

  constructor(root: string, known: readonly string[]) {
    this.#root = root;
    this.#folders = new Map(["", ...known].map((folder) => [folder, true]));
  }

  /**
   * Returns true if the folder of a path is inside.
   *
   * @throws An error of the file system.
   */
  hasFolderOf(path: string): boolean {
    const end = Math.max(path.lastIndexOf("/"), 0);
    const [last, answer] = this.#last;
    if (end === last.length && path.startsWith(last)) {
      return answer;
    }
    const folder = path.slice(0, end);
    const isInside = this.#folders.get(folder) ?? (this.hasFolderOf(folder) && this.#isNoWayOut(folder));
    this.#folders.set(folder, isInside);
    this.#last = [folder, isInside];
    return isInside;
  }

  /**
   * Returns true if a link leads to something inside.
   *
   * @throws An error of the file system.
   */
  leadsThere(path: string): boolean {
    this.#real ??= realpathSync.native(this.#root);
    return isInside(realpathSync.native(`${this.#root}/${path}`), this.#real);
  }

  #isNoWayOut(folder: string): boolean {
    return !lstatSync(`${this.#root}/${folder}`).isSymbolicLink() || this.leadsThere(folder);
  }
}

/** Returns the state of a file, or null if it is a folder. */
function fileAt(name: string, follow: boolean): FileState | null {
  const stats = stateOf(name, follow);
  return stats.isDirectory() ? null : stats;
}

/** Returns the size of a file, or null if it is a folder. */
function sizeOf(name: string, follow: boolean): number | null {
  const stats = stateOf(name, follow);
  // A pipe has no size, but the system reports zero.
  expectRegular(stats);
  return stats.isDirectory() ? null : stats.size;
}

/** Returns true if `name`, which does not lead to a file, is a broken link. */
function isDangling(name: string): boolean {
  const isBroken = () => lstatSync(name).isSymbolicLink() && !statSync(name, { throwIfNoEntry: false });
  return attempt(isBroken) === true;
}

/** The number of bytes that are read at once; Node's maximum is 2 GiB. */
const CHUNK = 1 << 30;

/** Like {@link fillFrom}, for an open file, and without the check that it is a regular file. */
export function fillOpen(file: number, view: Uint8Array, offset: number): number {
  for (let filled = 0; ; ) {
    const most = Math.min(view.length - filled, CHUNK);
    // The read has a position, so that the system refuses a pipe. The end of a file is found by reading: that is
    // faster than querying the size, and correct for files that the system generates, whose size is zero.
    const count = readSync(file, view, filled, most, offset + filled);
    filled += count;
    if (count === 0 || filled === view.length) {
      return filled;
    }
  }
}

/**
 * Copies the bytes of a file from `offset` on into `view`, and returns their number; fewer than fit only at the end.
 */
export function fillFrom(name: string, view: Uint8Array, offset: number, follow = true): number {
  const read = (file: number) => {
    const filled = fillOpen(file, view, offset);
    // Some devices never end, and others look empty.
    if (offset === 0 && (filled === 0 || filled === view.length)) {
      expectRegular(fstatSync(file));
    }
    return filled;
  };
  return reading(name, read, follow);
}
