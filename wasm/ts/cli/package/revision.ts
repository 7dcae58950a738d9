/** Writes the files of a revision to its place: all files or none. */

import { chmodSync, closeSync, fsync, lstatSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { explain } from "../../node/explain.js";
import { makeFolder } from "../make-folder.js";
import { warn } from "../output.js";
import { siblingName, writeWhole } from "../outputs.js";
import { orRefuse, Refusal, refusalOf } from "../refusal.js";
import { type CorePackage, membersOf, type Packages } from "./packages.js";
import type { PackageTexts } from "./texts.js";

/** The number of files that are flushed together, as flushing them one after the other is slow. */
const TOGETHER = 64;

export interface RevisionPlace {
  /** The folder, by its real path. */
  target: string;
  /** The path of the folder for messages. */
  displayPath: string;
  /** True if an existing revision is replaced. */
  force: boolean;
}

/** Returns the error for a place that is taken by a revision which may not be replaced. */
export function alreadyExists(displayPath: string): Refusal {
  return new Refusal(`\`${displayPath}\` exists already`, "to replace it with all its files: --force");
}

/** The files of a revision, which are written to a draft folder next to their place. */
export class Revision {
  readonly #place: RevisionPlace;
  readonly #draft: string;
  /** The first parent folder of the place that did not exist before. */
  #first: string | undefined;

  /** Creates a revision without writing files. */
  constructor(place: RevisionPlace) {
    this.#place = place;
    this.#draft = siblingName(place.target);
  }

  /** Writes all files, and moves them to their place. Signals are handled between parts. */
  async write(packages: Packages, opened: CorePackage, texts: PackageTexts | undefined): Promise<void> {
    try {
      this.#first = makeFolder(this.#draft);
      const files = new WrittenFiles();
      try {
        for (const [at, { path }] of [...membersOf(opened)].entries()) {
          await this.#named(path, async () => {
            const rewritten = await texts?.rewritten(at);
            const parts = rewritten === undefined ? partsOf(packages, opened, at) : [rewritten];
            await files.write(parts, join(this.#draft, path));
          });
          await files.settled(TOGETHER);
        }
      } finally {
        await files.settled();
      }
      this.#replace();
    } catch (error) {
      throw unwritable(this.#place.displayPath, error);
    }
  }

  async #named(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw unwritable(join(this.#place.displayPath, path), error);
    }
  }

  /** Moves the draft to its place. The rename decides between processes: it replaces no folder with files in it. */
  #replace(): void {
    const { target, displayPath, force } = this.#place;
    let old: string | undefined;
    for (;;) {
      try {
        renameSync(this.#draft, target);
        break;
      } catch (error) {
        if (!isThere(target)) {
          this.#putBack(old);
          throw error;
        }
        if (!force) {
          throw alreadyExists(displayPath);
        }
      }
      // Another process may have moved a revision here since the last attempt.
      discardOld(old);
      old = siblingName(target);
      renameSync(target, old);
    }
    discardOld(old);
  }

  /** Restores the old revision, as the new one could not be moved to its place. */
  #putBack(old: string | undefined): void {
    const { target, displayPath } = this.#place;
    if (old !== undefined) {
      const failure = `\`${displayPath}\` cannot be written, and the old revision is now in \`${old}\``;
      orRefuse(failure, () => renameSync(old, target));
    }
  }

  /** Removes a draft that was not moved to its place, and the folders that were created for it. */
  discard(): void {
    rmSync(this.#draft, { recursive: true, force: true });
    if (this.#first === undefined || isThere(this.#place.target)) {
      return;
    }
    for (let folder = dirname(this.#draft); folder.startsWith(this.#first); folder = dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        // Another process has put a file there.
        return;
      }
    }
  }
}

function unwritable(displayPath: string, error: unknown): Refusal {
  return refusalOf(`\`${displayPath}\` cannot be written`, error);
}

/** Returns true if a path exists. Throws if it cannot be accessed: an existing revision must not be lost. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Deletes an old revision. A failure is only a warning, as the new revision has been written. */
function discardOld(old: string | undefined): void {
  if (old === undefined) {
    return;
  }
  const remove = () => rmSync(old, { recursive: true, force: true });
  try {
    try {
      remove();
    } catch {
      letWrite(old);
      remove();
    }
  } catch (error) {
    warn(`the old revision was replaced, but \`${old}\` cannot be deleted: ${explain(error)}`);
  }
}

/** Makes a folder writable, so that it can be deleted: folders of published revisions are often read-only. */
function letWrite(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      letWrite(join(folder, entry.name));
    }
  }
}

/** Yields the bytes of the member at an index. */
function* partsOf(packages: Packages, opened: CorePackage, at: number): Generator<Uint8Array, void> {
  const next = () => packages.do(() => opened.next(at));
  packages.do(() => opened.begin(at));
  for (let part = next(); part !== undefined; part = next()) {
    yield part;
  }
}

/** Files that are written; some of them may not be flushed yet. */
class WrittenFiles {
  readonly #waiting: Promise<void>[] = [];

  async write(parts: Iterable<Uint8Array>, path: string): Promise<void> {
    if (path.endsWith(sep) || path.endsWith("/")) {
      makeFolder(path);
      return;
    }
    makeFolder(dirname(path));
    const file = openSync(path, "wx");
    try {
      for (const part of parts) {
        writeWhole(file, part);
        await setImmediate();
      }
    } catch (error) {
      closeSync(file);
      throw error;
    }
    const end = flushed(file);
    // The error is reported by `settled`.
    end.catch(() => {});
    this.#waiting.push(end);
  }

  /** Waits until all files are flushed if there are at least `many`, and then throws the first error. */
  async settled(many = 0): Promise<void> {
    if (this.#waiting.length < many) {
      return;
    }
    const ends = await Promise.allSettled(this.#waiting.splice(0));
    const failed = ends.find((end) => end.status === "rejected");
    if (failed !== undefined) {
      throw failed.reason;
    }
  }
}

/** Flushes a file to the disk, and closes it. */
async function flushed(file: number): Promise<void> {
  try {
    // Without a flush, a file may be empty after a power failure although the folder has its name.
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
}
