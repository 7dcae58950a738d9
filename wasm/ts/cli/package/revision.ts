/** The files of a revision on their way into its place: as a whole or not at all. */

import { chmodSync, closeSync, fsync, lstatSync, openSync, readdirSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { explain } from "../../node/explain.js";
import { makeFolder } from "../make-folder.js";
import { warn } from "../output.js";
import { nameBeside, writeWhole } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { type CorePackage, membersOf, type Packages } from "./packages.js";
import type { PackageTexts } from "./texts.js";

/** Files that wait together until they are on the disk: one after the other, each would wait for all of it. */
const TOGETHER = 64;

/** The place of a revision. */
export interface RevisionPlace {
  /** The folder, by its real path. */
  target: string;
  /** The path of the folder, as it is shown in messages. */
  shown: string;
  /** True if an existing revision is replaced. */
  force: boolean;
}

/** Returns the error for a place that is taken by a revision which may not be replaced. */
export function taken(shown: string): Refusal {
  return new Refusal(`\`${shown}\` exists already`, "replace it, with all that is in it: --force");
}

/** The files of a revision, in a folder beside their place until all are there. */
export class Revision {
  readonly #place: RevisionPlace;
  readonly #draft: string;
  /** The first of the folders on the way to it that was not there before. */
  #first: string | undefined;

  /** Files of which none is written yet. */
  constructor(place: RevisionPlace) {
    this.#place = place;
    this.#draft = nameBeside(place.target);
  }

  /** Writes all files, and puts them into their place. Between parts it hears of signals. */
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
      throw unwritable(this.#place.shown, error);
    }
  }

  async #named(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      throw unwritable(join(this.#place.shown, path), error);
    }
  }

  /**
   * Puts the draft into its place. The rename alone decides whether that is free, however many do so at once: a folder
   * with files in it is never renamed over.
   */
  #replace(): void {
    const { target, shown, force } = this.#place;
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
          throw taken(shown);
        }
      }
      discardOld(old);
      old = nameBeside(target);
      renameSync(target, old);
    }
    discardOld(old);
  }

  /** Gives what was in the place its name again, as nothing new came there. */
  #putBack(old: string | undefined): void {
    const { target, shown } = this.#place;
    try {
      if (old !== undefined) {
        renameSync(old, target);
      }
    } catch (error) {
      throw new Refusal(`\`${shown}\` cannot be written, and what was there is in \`${old}\` now: ${explain(error)}`);
    }
  }

  /** Takes away what is not in its place, and the folders that were made for it. */
  discard(): void {
    rmSync(this.#draft, { recursive: true, force: true });
    if (this.#first === undefined || isThere(this.#place.target)) {
      return;
    }
    for (let folder = dirname(this.#draft); folder.startsWith(this.#first); folder = dirname(folder)) {
      try {
        rmdirSync(folder);
      } catch {
        // Somebody else has put something there.
        return;
      }
    }
  }
}

function unwritable(shown: string, error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(`\`${shown}\` cannot be written: ${explain(error)}`);
}

/** Returns true if something exists at a path. A path that cannot be looked at is an error: what is there must not be lost. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Deletes a revision that another one is in the place of. That one is there, so a failure is only worth a warning. */
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
    warn(`the old revision is replaced, and what is left of it in \`${old}\` cannot be deleted: ${explain(error)}`);
  }
}

/** Lets a folder be emptied: those of published revisions can often be read only. */
function letWrite(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) {
      letWrite(join(folder, entry.name));
    }
  }
}

/** The bytes of the member at a place. */
function* partsOf(packages: Packages, opened: CorePackage, at: number): Generator<Uint8Array, void> {
  const next = () => packages.do(() => opened.next(at));
  packages.do(() => opened.begin(at));
  for (let part = next(); part !== undefined; part = next()) {
    yield part;
  }
}

/** Files that are written, of which some are still on their way to the disk. */
class WrittenFiles {
  readonly #waiting: Promise<void>[] = [];

  /** Writes one more. */
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
    // It is told when all are waited for.
    end.catch(() => {});
    this.#waiting.push(end);
  }

  /** Waits until all are on the disk, if that are at least so many; throws what one that fails says, when none is under way. */
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

/** Sees a file on the disk, and closes it. */
async function flushed(file: number): Promise<void> {
  try {
    await promisify(fsync)(file);
  } finally {
    closeSync(file);
  }
}
