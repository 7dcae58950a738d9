/** Folders that are watched for changes. */

import { type FSWatcher, watch } from "node:fs";
import { join, resolve } from "node:path";
import { explain } from "../../node/explain.js";
import { isDraft } from "../outputs.js";
import { Refusal } from "../refusal.js";

/** Changes come in swarms: so long nothing more must have changed, in milliseconds. */
const QUIET = 60;
/** So long a swarm is waited for at most, in milliseconds. */
const PATIENCE = 1000;

/**
 * Watches folders, each by itself: what lies below a folder is not watched with it.
 *
 * Node's own way of watching a whole tree opens every file of it on Linux, and misses folders that come while it does.
 */
export class Eyes {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #changed = new Set<string>();
  readonly #ignored: ReadonlySet<string>;
  /** Of folders of which only some files matter, these. */
  readonly #only = new Map<string, Set<string>>();
  #wake = () => {};

  /** Sees nothing yet, and never anything of these files. */
  constructor(ignored: Iterable<string>) {
    this.#ignored = new Set([...ignored].map((path) => resolve(path)));
  }

  /**
   * Watches these folders from now on, and those in which single `files` matter; others no more. Returns whether one is new:
   * what changed in it before is not known.
   *
   * @throws {Refusal} When there are too many.
   */
  watch(folders: readonly string[], files: readonly string[]): boolean {
    const all = new Set(folders.map((folder) => resolve(folder)));
    this.#only.clear();
    for (const file of files) {
      const folder = resolve(file, "..");
      if (!all.has(folder)) {
        this.#only.set(folder, (this.#only.get(folder) ?? new Set()).add(resolve(file)));
      }
    }
    const wanted = new Set([...all, ...this.#only.keys()]);
    for (const [folder, watcher] of this.#watchers) {
      if (!wanted.has(folder)) {
        this.#close(folder, watcher);
      }
    }
    let isNew = false;
    for (const folder of wanted) {
      isNew = (!this.#watchers.has(folder) && this.#open(folder)) || isNew;
    }
    return isNew;
  }

  /** Waits for a change, and for its swarm to settle; the paths of what changed. */
  async next(): Promise<string[]> {
    if (this.#changed.size === 0) {
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
      const watcher = watch(folder, (_, name) => this.#notice(folder, name));
      // The folder is gone: the one above tells of it.
      watcher.on("error", () => this.#close(folder, watcher));
      this.#watchers.set(folder, watcher);
      return true;
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") {
        return false;
      }
      throw new Refusal(
        `${this.#watchers.size + 1} folders cannot be watched: ${explain(error)}`,
        "the system allows fewer: on Linux `sysctl fs.inotify.max_user_watches` says how many",
      );
    }
  }

  #close(folder: string, watcher: FSWatcher): void {
    watcher.close();
    this.#watchers.delete(folder);
  }

  #notice(folder: string, name: string | null): void {
    const path = name === null ? folder : join(folder, name);
    const only = this.#only.get(folder);
    if (this.#ignored.has(path) || isDraft(path) || name === ".git" || (only !== undefined && !only.has(path))) {
      return;
    }
    this.#changed.add(path);
    this.#wake();
  }
}
