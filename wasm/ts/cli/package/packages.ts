/** Opens the packages in files for the command line; the engine reads them. */

import type { Diagnostics } from "../../api.js";
import { type Core, guarded, instantiate, using } from "../../core.js";
import { AssayError } from "../../errors.js";
import { parse } from "../../report.js";
import { paged } from "../../systems/engine-object.js";
import type { PackageLimits } from "../../systems/package/package.js";
import type { PackageAbout, PackageMember, PackageRevision } from "../../types.js";
import { inForce } from "../config/in-force.js";
import { archiveLimits } from "../config/options.js";
import type { Engine } from "../engine.js";
import type { ParsedOptions } from "../options/common.js";
import { colorsOn, reportError, width, writeMessage } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import { OpenFile, orUnreadable } from "./open-file.js";

/** A package in the memory of the engine. */
export type CorePackage = Core["Package"]["prototype"];

/** A set of packages in the memory of the engine. */
export type CoreSet = Core["PackageSet"]["prototype"];

/** The engine, with its compiled module for workers. */
export class Packages {
  readonly module: WebAssembly.Module;
  readonly core: Core;

  /** The limits for each package: those of the command line, else those of the configuration. */
  readonly #limits: PackageLimits;

  private constructor(module: WebAssembly.Module, limits: PackageLimits) {
    this.module = module;
    this.core = instantiate(module);
    this.#limits = limits;
  }

  /** Loads the engine; `request` has the options of commands with limits. */
  static async load(engine: Engine, request?: ParsedOptions & { limit: PackageLimits }): Promise<Packages> {
    if (request === undefined) {
      return new Packages(await engine(), {});
    }
    const force = await inForce(request.given, async () => instantiate(await engine()));
    return new Packages(await engine(), archiveLimits(request.limit, force));
  }

  /** Runs `work` with the open package at `path`. Throws a {@link Refusal} if it is not a package. */
  async opened<T>(path: string, work: (opened: CorePackage, file: OpenFile) => T | Promise<T>): Promise<T> {
    if (!stat(path, "there is no package at").isFile()) {
      throw new Refusal(`\`${path}\` is not a file`, "name the file of the package");
    }
    // Opened once, so that all parts come from the same file even if it is replaced meanwhile.
    const file = orUnreadable(path, () => new OpenFile(path));
    try {
      const opened = this.do(() => this.core.Package.open(path, file, JSON.stringify(this.#limits)), path);
      try {
        return await work(opened, file);
      } finally {
        opened.free();
      }
    } finally {
      file.close();
    }
  }

  /** Runs `work` with each package, and returns the number of successes. Unreadable packages are reported. */
  async each(
    paths: readonly string[],
    work: (opened: CorePackage, file: OpenFile, path: string) => void | Promise<void>,
  ): Promise<number> {
    let done = 0;
    for (const path of paths) {
      try {
        await this.opened(path, (opened, file) => work(opened, file, path));
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          throw error;
        }
        reportError(error.message, error.help);
      }
    }
    return done;
  }

  /** Calls the engine. Its error becomes a {@link Refusal}, which names the file at `path`, if given. */
  do<T>(work: () => T, path?: string): T {
    try {
      return guarded(this.core, work);
    } catch (error) {
      if (error instanceof AssayError) {
        throw new Refusal(path === undefined ? error.message : `${path}: ${error.message}`);
      }
      throw error;
    }
  }

  /** Returns the result of `work` on a set with only this package, which is freed afterwards. */
  withOnly<T>(opened: CorePackage, work: (set: CoreSet) => T): T {
    return using(this.core, new this.core.PackageSet(), (set) => {
      set.push(opened);
      return work(set);
    });
  }
}

/** Returns the description of a package: its revision, its place in a project and its dependencies. */
export function aboutOf(opened: CorePackage): PackageAbout {
  return parse(opened.about()) as PackageAbout;
}

/** Yields the members of a package, which are fetched in portions. */
export function membersOf(opened: CorePackage): Iterable<PackageMember> {
  return paged(opened.length(), (from, to) => parse(opened.members(from, to)) as PackageMember[]);
}

/** Reports the problems, warnings and hints of packages on the standard error, and returns them. */
export function reportFound(set: CoreSet): Diagnostics {
  const found = parse(set.diagnostics()) as Diagnostics;
  if (found.problems.length + found.warnings.length + found.hints.length > 0) {
    writeMessage(`${set.render(colorsOn(process.stderr), width()).trimEnd()}\n`, colorsOn(process.stderr));
  }
  return found;
}

/** Returns the name of a revision for messages. */
export function nameOf({ assetGroupPath, revisionGroupPath, revision }: PackageRevision): string {
  return `${assetGroupPath} ${revisionGroupPath} ${revisionOf(revision)}`;
}

/** Returns the number of a revision for messages, such as `rev001`. */
export function revisionOf(revision: number): string {
  return `rev${String(revision).padStart(3, "0")}`;
}
