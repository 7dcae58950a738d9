/**
 * The folders that rules and configurations may refer to. Paths that lead out of these folders are refused.
 *
 * Rules and configurations may come with a change that has not been reviewed. Paths on the command line are trusted.
 */

import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { expectRegular } from "../node/regular.js";
import { isFolder, statOf } from "./inputs.js";
import { isPipe } from "./pipes.js";
import { realTarget } from "./real-target.js";
import { Refusal } from "./refusal.js";
import { typed } from "./typed.js";

/** Folders of the system, in which a file may hold secrets or be a device. They are refused wherever a boundary is. */
const OF_SYSTEM = /^\/(?:dev|proc|sys)(?:\/|$)/;

/** The folder of a repository, in which git finds programs to run. */
const OF_GIT = /[\\/]\.git(?:[\\/]|$)/i;

/** Matches the file names of function libraries. */
export const LIBRARY = /\.rhai$/i;

/** Why a path is refused, and what to do about it. */
export interface RefusedPath {
  /** The reason, as the end of a sentence after a colon. */
  reason: string;
  /** Advice on how to allow the path, if there is any. */
  help?: string | undefined;
}

/** Folders, without links in their paths. */
export class Boundary {
  readonly #folders: readonly string[];
  /** Further folders, of which only libraries of functions are read. */
  readonly #libraries: readonly string[];

  /** The boundary around `folders`, and for libraries around more; one that does not exist adds nothing. */
  constructor(folders: readonly string[], libraries: readonly string[] = []) {
    this.#folders = [...new Set(folders.flatMap((folder) => realFolder(folder) ?? []))];
    this.#libraries = libraries;
  }

  /** Returns the boundary with more folders in it. */
  with(folders: readonly string[], libraries: readonly string[] = []): Boundary {
    return new Boundary([...this.#folders, ...folders], [...this.#libraries, ...libraries]);
  }

  /**
   * Returns the path of the file or folder that `path` leads to, without links.
   *
   * @throws {OutsideError} When it is outside.
   * @throws When it is a device, a pipe or a socket.
   */
  enter(path: string): string {
    const real = canonical(path);
    const refused = this.#outside(real);
    if (refused !== undefined) {
      throw new OutsideError(refused);
    }
    const found = statOf(real);
    if (found !== undefined) {
      expectRegular(found);
    }
    return real;
  }

  /** Returns true if a file is, or would be, in one of the folders. */
  has(path: string): boolean {
    const real = canonical(path);
    return this.#folders.some((folder) => isIn(real, folder));
  }

  /** Returns the reason why no file may be written at `path`, or undefined if one may. */
  refusesOutput(path: string): RefusedPath | undefined {
    const real = canonical(path);
    if (OF_GIT.test(real)) {
      return { reason: "it is in the folder of git" };
    }
    const found = statOf(real);
    const isFile = found === undefined || found.isFile();
    return (
      this.#outside(real) ?? (isFile ? undefined : { reason: "it is a folder, a pipe or a device, and not a file" })
    );
  }

  #outside(real: string): RefusedPath | undefined {
    if (OF_SYSTEM.test(real)) {
      return { reason: "it is a file of the system" };
    }
    const folders = LIBRARY.test(real) ? [...this.#folders, ...this.#libraries] : this.#folders;
    if (folders.some((folder) => isIn(real, folder))) {
      return undefined;
    }
    const shown = this.#folders.map((folder) => `\`${fromHere(folder)}\``).join(" and ");
    return {
      reason: `it is outside of the ${this.#folders.length === 1 ? "folder" : "folders"} ${shown}`,
      help: `if it may be read, allow its folder: --allow-path ${typed(nearest(real))}`,
    };
  }
}

/** The error for a path that leads out of a boundary. Nothing of the file has been read. */
export class OutsideError extends Error {
  override name = "OutsideError";
  /** Advice on how to allow the path, if there is any. */
  readonly help: string | undefined;

  /** Creates the error for a refused path. */
  constructor({ reason, help }: RefusedPath) {
    super(reason);
    this.help = help;
  }
}

/**
 * Checks that the folders that `--allow-path` names exist.
 *
 * @throws {Refusal} When one does not exist.
 */
export function refuseMissingFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    if (!isFolder(folder)) {
      throw new Refusal(`\`--allow-path ${folder}\` names no folder`, "name the folder that the files are in");
    }
  }
}

/** The folder of a rule file or of a folder of rules that the command line names: where the rules are from. */
export function folderOfRules(path: string): string {
  // What comes through a pipe names files as they are seen from here.
  return isPipe(path) ? "." : isFolder(path) ? path : dirname(path);
}

/**
 * The folder of libraries beside a folder of rules, where there is one: a link to one could lead anywhere, and is none.
 */
export function librariesBeside(rules: string): string[] {
  const folder = join(resolve(folderOfRules(rules)), "..", "lib");
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? [realpathSync.native(folder)] : [];
}

/** The folder of a file, or the folder itself, as it is shortest to type. */
function nearest(real: string): string {
  return fromHere(isFolder(real) ? real : dirname(real));
}

/** A path as it is shortest to read: from here, or from the root of the disk. */
function fromHere(path: string): string {
  const way = relative("", path);
  return way.length < path.length ? way || "." : path;
}

function isIn(real: string, folder: string): boolean {
  return real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/**
 * The path that a file has or will have, without links. Where letter case makes no difference, the names are spelled as the file
 * system spells them.
 */
function canonical(path: string): string {
  const target = realTarget(path);
  return realFolder(target) ?? join(parent(target), basename(target));
}

function parent(target: string): string {
  const above = dirname(target);
  return above === target ? target : canonical(above);
}

function realFolder(path: string): string | undefined {
  try {
    return realpathSync.native(resolve(path));
  } catch {
    return undefined;
  }
}
