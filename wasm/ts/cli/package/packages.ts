/** Packages as the command line has them: files in front, the engine's packages behind. */

import type { Diagnostics } from "../../api.js";
import { type Core, guarded, instantiate, using } from "../../core.js";
import { AssayError } from "../../errors.js";
import { compile } from "../../module.js";
import { explain } from "../../node/explain.js";
import { readModule } from "../../node/read-module.js";
import type { PackageLimits } from "../../package.js";
import { parse } from "../../report.js";
import type { PackageAbout, PackageMember, PackageRevision } from "../../types.js";
import { colorsOn, complain, tell, width } from "../output.js";
import { Refusal, stat } from "../refusal.js";
import { OpenFile } from "./open-file.js";

/** A package of the engine's memory. */
export type CorePackage = Core["Package"]["prototype"];

/** Several of them, together. */
export type CoreSet = Core["PackageSet"]["prototype"];

/** Members that come over from the engine at once. */
const ROWS = 4096;

/** The engine, with the module that it was made of, for workers. */
export class Packages {
  /** The compiled module. */
  readonly module: WebAssembly.Module;
  /** The instance. */
  readonly core: Core;

  private constructor(module: WebAssembly.Module) {
    this.module = module;
    this.core = instantiate(module);
  }

  /** Loads the engine. */
  static async load(): Promise<Packages> {
    return new Packages(await compile(readModule(new URL("../core_bg.wasm", import.meta.url))));
  }

  /**
   * Does `work` with the package at `path`, which is open until it has ended.
   *
   * @throws {Refusal} When the file cannot be read, or is none.
   */
  async opened<T>(
    path: string,
    limits: PackageLimits,
    work: (opened: CorePackage, file: OpenFile) => T | Promise<T>,
  ): Promise<T> {
    if (!stat(path, "there is no package at").isFile()) {
      throw new Refusal(`\`${path}\` is no file`, "name the package itself");
    }
    const file = openOrRefuse(path);
    try {
      const opened = this.do(() => this.core.Package.open(path, file, JSON.stringify(limits)), path);
      try {
        return await work(opened, file);
      } finally {
        opened.free();
      }
    } finally {
      file.close();
    }
  }

  /**
   * Does `work` with one package after the other. One that cannot be read is complained of, and keeps nothing from the
   * others.
   *
   * @returns How many could be worked with.
   */
  async each(
    paths: readonly string[],
    limits: PackageLimits,
    work: (opened: CorePackage, file: OpenFile, path: string) => void | Promise<void>,
  ): Promise<number> {
    let done = 0;
    for (const path of paths) {
      try {
        await this.opened(path, limits, (opened, file) => work(opened, file, path));
        done += 1;
      } catch (error) {
        if (!(error instanceof Refusal)) {
          throw error;
        }
        complain(error.message, error.help);
      }
    }
    return done;
  }

  /**
   * Does something in the engine.
   *
   * @throws {Refusal} When the engine refuses it; of the file at `path`, if it is of one.
   */
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

  /** What `work` makes of an empty set of packages. */
  withSet<T>(work: (set: CoreSet) => T): T {
    return using(this.core, new this.core.PackageSet(), work);
  }
}

/** What a package says of itself. */
export function aboutOf(opened: CorePackage): PackageAbout {
  return parse(opened.about()) as PackageAbout;
}

/** The members of a package, some at a time. */
export function* membersOf(opened: CorePackage): Iterable<PackageMember> {
  for (let from = 0; from < opened.length(); from += ROWS) {
    yield* parse(opened.members(from, from + ROWS)) as PackageMember[];
  }
}

/** Tells on the standard error what is wrong with packages, and what should be looked at. */
export function tellFound(set: CoreSet): Diagnostics {
  const found = parse(set.diagnostics()) as Diagnostics;
  if (found.problems.length + found.warnings.length + found.hints.length > 0) {
    tell(`${set.render(colorsOn(process.stderr), width()).trimEnd()}\n`, colorsOn(process.stderr));
  }
  return found;
}

/** As people call a revision. */
export function nameOf({ assetGroupPath, revisionGroupPath, revision }: PackageRevision): string {
  return `${assetGroupPath} ${revisionGroupPath} ${revisionOf(revision)}`;
}

/** As people call the number of a revision. */
export function revisionOf(revision: number): string {
  return `rev${String(revision).padStart(3, "0")}`;
}

function openOrRefuse(path: string): OpenFile {
  try {
    return new OpenFile(path);
  } catch (error) {
    throw new Refusal(`\`${path}\` cannot be read: ${explain(error)}`);
  }
}
