/**
 * The folders that rules and configurations may refer to. Paths that lead out of these folders are refused.
 *
 * Rules and configurations may come with a change that has not been reviewed. Paths on the command line are trusted.
 */

import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { attempt } from "../attempt.js";
import { expectRegular } from "../node/regular.js";
import { isInside } from "../node/walk.js";
import { isFolder, statOf } from "./inputs.js";
import { isPipe } from "./pipes.js";
import { realTarget } from "./real-target.js";
import { Refusal } from "./refusal.js";
import { typed } from "./typed.js";

/** Folders of the system, in which a file may contain secrets or be a device. They are always refused. */
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
  /** Further folders, from which only libraries of functions are read. */
  readonly #libraries: readonly string[];

  /** Creates a boundary around `folders` and, for libraries only, around `libraries`. Missing folders are ignored. */
  constructor(folders: readonly string[], libraries: readonly string[] = []) {
    this.#folders = [...new Set(folders.flatMap((folder) => realFolder(folder) ?? []))];
    this.#libraries = libraries;
  }

  with(folders: readonly string[], libraries: readonly string[] = []): Boundary {
    return new Boundary([...this.#folders, ...folders], [...this.#libraries, ...libraries]);
  }

  /** Returns a path without links. Throws an {@link OutsideError}, or an error for devices, pipes and sockets. */
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
    return this.#folders.some((folder) => isInside(real, folder));
  }

  /** Returns the reason why no file may be written at `path`, or undefined if one may. */
  refusesOutput(path: string): RefusedPath | undefined {
    const real = canonical(path);
    // A file in this folder, such as a hook, could make git run a program.
    if (OF_GIT.test(real)) {
      return { reason: "it is in the `.git` folder" };
    }
    const found = statOf(real);
    const isFile = found === undefined || found.isFile();
    return this.#outside(real) ?? (isFile ? undefined : { reason: "it is a folder, a pipe or a device, not a file" });
  }

  #outside(real: string): RefusedPath | undefined {
    if (OF_SYSTEM.test(real)) {
      return { reason: "it is a system file" };
    }
    const folders = LIBRARY.test(real) ? [...this.#folders, ...this.#libraries] : this.#folders;
    if (folders.some((folder) => isInside(real, folder))) {
      return undefined;
    }
    const listed = this.#folders.map((folder) => `\`${fromHere(folder)}\``).join(" and ");
    return {
      reason: `it is outside the ${this.#folders.length === 1 ? "folder" : "folders"} ${listed}`,
      help: `if it may be read, allow its folder: --allow-path ${typed(fromHere(isFolder(real) ? real : dirname(real)))}`,
    };
  }
}

/** The error for a path that leads out of a boundary. Nothing of the file has been read. */
export class OutsideError extends Error {
  override name = "OutsideError";
  /** Advice on how to allow the path, if there is any. */
  readonly help: string | undefined;

  constructor({ reason, help }: RefusedPath) {
    super(reason);
    this.help = help;
  }
}

/** Throws a {@link Refusal} if a folder that `--allow-path` names does not exist. */
export function refuseMissingFolders(folders: readonly string[]): void {
  for (const folder of folders) {
    if (!isFolder(folder)) {
      throw new Refusal(`\`--allow-path ${folder}\` is not a folder`, "name the folder that contains the files");
    }
  }
}

/** Returns the folder that contains the rules at a path: the path itself, or the folder of a rule file. */
export function folderOfRules(path: string): string {
  // Rules from a pipe name files relative to the current folder.
  return isPipe(path) ? "." : isFolder(path) ? path : dirname(path);
}

/** Returns the folder of libraries next to one of rules. A link is not accepted, as it could lead anywhere. */
export function siblingLibraries(rules: string): string[] {
  const folder = join(resolve(folderOfRules(rules)), "..", "lib");
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? [realpathSync.native(folder)] : [];
}

/** Returns the shorter form of a path: relative to the current folder, or absolute. */
function fromHere(path: string): string {
  const way = relative("", path);
  return way.length < path.length ? way || "." : path;
}

/** Returns the path of a file that may not exist, without links and with names spelled as on the disk. */
function canonical(path: string): string {
  const target = realTarget(path);
  const above = dirname(target);
  return realFolder(target) ?? join(above === target ? target : canonical(above), basename(target));
}

function realFolder(path: string): string | undefined {
  return attempt(() => realpathSync.native(resolve(path)));
}
