/** Watches folders for changes. */

import { existsSync, type FSWatcher, watch } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { codeOf, explain } from "../../node/explain.js";
import { isDraft } from "../outputs.js";
import { Refusal } from "../refusal.js";

/** The time without a change after which a burst of changes is over, in milliseconds. */
const QUIET = 60;
/** The maximum time to wait for the end of a burst, in milliseconds. */
const PATIENCE = 1000;

/** The error codes for a folder that does not exist, is not a folder, or cannot be read. */
const UNWATCHABLE = new Set(["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP"]);

export interface Watched {
  /** Folders in which every change matters. */
  folders: readonly string[];
  /** Single files and folders whose changes matter, even if they do not exist. */
  files: readonly string[];
  /** Files that the check itself writes, whose changes are ignored. */
  written: readonly string[];
}

/**
 * Watches folders separately, without the folders below each.
 *
 * On Linux, Node's recursive watching opens every file of a tree, and misses folders that are created meanwhile.
 */
export class FileWatcher {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  #ignored: ReadonlySet<string> = new Set();
  /** The paths that matter, for each folder in which not every change matters. */
  readonly #only = new Map<string, Set<string>>();
  #wake = () => {};

  /**
   * Watches these folders and the folders above the single `files`, and no others; changes of `written` files are
   * ignored. Returns true if a folder is newly watched: its earlier changes are not known.
   *
   * @throws {Refusal} When the system cannot watch this number of folders.
   */
  watch({ folders, files, written }: Watched): boolean {
    this.#ignored = new Set(written.map((path) => resolve(path)));
    const all = new Set(folders.map((folder) => resolve(folder)));
    this.#only.clear();
    for (const file of files) {
      // If a folder above is moved, the watchers of the folders below receive no event.
      for (let at = resolve(file); at !== dirname(at); at = dirname(at)) {
        const folder = dirname(at);
        if (!all.has(folder)) {
          this.#only.set(folder, (this.#only.get(folder) ?? new Set()).add(at));
        }
      }
    }
    const current = new Set([...all, ...this.#only.keys()]);
    for (const [folder, watcher] of this.#watchers) {
      if (!current.has(folder)) {
        this.#close(folder, watcher);
      }
    }
    let isNew = false;
    for (const folder of current) {
      isNew = (!this.#watchers.has(folder) && this.#open(folder)) || isNew;
    }
    return isNew;
  }

  /** Returns the paths of the next burst of changes. Throws a {@link Refusal} if no folder is watched any more. */
  async next(): Promise<string[]> {
    while (this.#changed.size === 0) {
      if (this.#watchers.size === 0) {
        throw new Refusal("no folder can be watched any more");
      }
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
    const began = performance.now();
    for (let size = -1; size !== this.#changed.size && performance.now() - began < PATIENCE; ) {
      size = this.#changed.size;
      await new Promise((settled) => setTimeout(settled, QUIET));
    }
    const paths = [...this.#changed].sort();
    this.#changed.clear();
    return paths;
  }

  #open(folder: string): boolean {
    try {
      const watcher = watch(folder, (event, name) => this.#notice(folder, name, event === "rename"));
      // The folder was removed: the watcher of the folder above reports it.
      watcher.on("error", () => {
        this.#close(folder, watcher);
        this.#wake();
      });
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      if (UNWATCHABLE.has(codeOf(error) ?? "")) {
        return false;
      }
      throw new Refusal(
        `${this.#watchers.size + 1} folders cannot be watched: ${explain(error)}`,
        "the limit of the system is lower; on Linux, `sysctl fs.inotify.max_user_watches` shows it",
      );
    }
  }

  #close(folder: string, watcher: FSWatcher): void {
    watcher.close();
    this.#watchers.delete(folder);
  }

  #notice(folder: string, name: string | null, isOther: boolean): void {
    const path = changedIn(folder, name);
    // A rename is also the event for a folder that was removed or created.
    if (isOther && this.#watchers.has(path)) {
      // A folder that has this name now is another one, and so are the folders below.
      this.#forget(path);
    }
    const only = this.#only.get(folder);
    const isWatched = only === undefined || only.has(path) || path === folder;
    if (this.#ignored.has(path) || isDraft(path) || name === ".git" || !isWatched) {
      return;
    }
    this.#changed.add(path);
    this.#wake();
  }

  /** Stops watching a folder and those below it, until they are requested again. */
  #forget(path: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folder === path || folder.startsWith(path + sep)) {
        this.#close(folder, watcher);
      }
    }
  }
}

/** Returns the path of a change in a folder. The system may report the folder itself by its own name. */
function changedIn(folder: string, name: string | null): string {
  const path = name === null ? folder : join(folder, name);
  const isItself = name === basename(folder) && !existsSync(path);
  return isItself ? folder : path;
}
