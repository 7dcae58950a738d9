/** The files that a command writes or keeps. Each has its own path, and none replaces a file that is read. */

import { type BigIntStats, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { attempt } from "../attempt.js";
import { REPORT_MARKS } from "../formats.js";
import { slashed } from "../node/around.js";
import { fillFrom } from "../node/folder.js";
import { isBaseline } from "./baseline.js";
import { CACHE_NAME, isCache } from "./cache/file.js";
import { realRoot, without } from "./files.js";
import { realTarget } from "./real-target.js";
import { Refusal } from "./refusal.js";
import { isAmong } from "./rules.js";

/** The paths that a command writes or keeps. */
export interface OutputPaths {
  /** The files of reports. */
  reports: readonly string[];
  baseline?: string | undefined;
  cache?: string | undefined;
  /** The paths that a check by the configuration writes or keeps. They are never checked, whatever the command. */
  configured?: readonly string[] | undefined;
}

/** The descriptions in messages; the last is for a file that only a check by the configuration would write. */
const A_REPORT = "a report";
const THE_CACHE = "the cache";
const CONFIGURED = "an output of the configuration";

/** The number of bytes at the start and at the end of a file in which these patterns are searched. */
const GLANCE = 4096;

/** The files of one command. */
export class CommandOutputs {
  /** The cache, if there is one. */
  readonly cache: string | undefined;
  /** The files, each with its description. */
  readonly #named: readonly [what: string, path: string][];
  /** Like `#named`, for files that only another check writes. */
  readonly #further: readonly [what: string, path: string][];
  readonly #configured: ReadonlySet<string>;

  /** Creates the set of these files. Throws a {@link Refusal} if two paths lead to the same file. */
  constructor({ reports, baseline, cache, configured = [] }: OutputPaths) {
    this.cache = cache;
    const single: [string, string | undefined][] = [
      ["the baseline", baseline],
      [THE_CACHE, cache],
      ...reports.map((path): [string, string] => [A_REPORT, path]),
    ];
    this.#named = single.filter((named): named is [string, string] => named[1] !== undefined);
    const optionsByFile = new Map<string, string>();
    for (const [what, path] of this.#named) {
      const key = keyOf(path);
      const other = optionsByFile.get(key);
      if (other === A_REPORT) {
        throw new Refusal(
          "two reports cannot be written to the same file",
          "name a file for each report: --format json=FILE",
        );
      }
      if (other !== undefined) {
        throw new Refusal(`${other} and ${what} cannot be the same file \`${path}\``, "name a file for each");
      }
      optionsByFile.set(key, what);
    }
    this.#configured = new Set(configured.map(keyOf));
    this.#further = configured
      .filter((path) => !optionsByFile.has(keyOf(path)))
      .map((path): [string, string] => [CONFIGURED, path]);
  }

  /** Throws a {@link Refusal} if an output is one of `paths`, the inputs described by `what`. */
  refuseRead(what: string, paths: Iterable<string>): void {
    const own = new Map(this.#named.map((named) => [keyOf(named[1]), named]));
    for (const path of paths) {
      const named = own.get(keyOf(path));
      if (named !== undefined) {
        throw new Refusal(`${named[0]} cannot be written to \`${named[1]}\`: that is ${what}`, "name another file");
      }
    }
  }

  /** Throws a {@link Refusal} if the next command would read an output as a rule file in these folders. */
  refuseAmong(rules: readonly string[]): void {
    for (const [what, path] of this.#named) {
      if (isAmong(rules, path)) {
        throw new Refusal(
          `${what} cannot be written to \`${path}\`: it would be read as a rule file`,
          "name a file that is not in a folder of rules",
        );
      }
    }
  }

  /**
   * Checks that no output replaces one of the `files` under check, which are below `root`, unless that file is an
   * earlier output of the same kind. Caches and baselines have been checked already. An empty file is never an earlier
   * output, unless it has the name of caches or the configuration names it.
   *
   * @throws {Refusal} When one would.
   */
  refuseAssets(root: string, files: readonly string[]): void {
    for (const [what, path] of [...this.#named, ...this.#further]) {
      const target = realTarget(path);
      const found = statOf(target);
      if (!found?.isFile() || isOwn(what, target, found.size > 0)) {
        continue;
      }
      // The file is empty, so nothing can be lost.
      if (found.size === 0n && this.#configured.has(keyOf(path))) {
        continue;
      }
      const inside = slashed(relative(realRoot(root), target));
      // Two names of one file have the same device and inode numbers.
      const isSame = (file: string) =>
        file === inside || (found.nlink > 1n && keyOf(`${root}/${file}`) === keyOf(target));
      if (files.some(isSame)) {
        throw new Refusal(
          `${what} cannot be written to \`${path}\`: that is a file under check`,
          what === THE_CACHE ? "delete it if it was a cache, or name another file" : "name another file",
        );
      }
    }
  }
}

/** Returns the `files` without outputs of `assay check`; throws if that would replace another file. */
export function withoutConfigured(files: readonly string[], configured: readonly string[], root: string): string[] {
  new CommandOutputs({ reports: [], configured }).refuseAssets(root, files);
  return without(files, configured, root);
}

/** Returns the path of a file without links or, if it has several names, its device and inode numbers. */
function keyOf(path: string): string {
  const target = realTarget(path);
  const found = statOf(target);
  return found?.isFile() && found.nlink > 1n ? `${found.dev}:${found.ino}` : target;
}

/** Returns information about a path, or undefined if it cannot be accessed: writing to it then reports the error. */
function statOf(path: string): BigIntStats | undefined {
  // The inode numbers of some file systems do not fit into a number of JavaScript.
  return attempt(() => statSync(path, { throwIfNoEntry: false, bigint: true }));
}

/** Returns true if a file is an earlier output of its kind. A file cut to nothing is recognised only by its name. */
function isOwn(what: string, path: string, holdsAnything: boolean): boolean {
  if (what === A_REPORT || what === CONFIGURED) {
    return isWritten(path, what === CONFIGURED);
  }
  return holdsAnything || (what === THE_CACHE && basename(path) === CACHE_NAME);
}

/** Returns true if a file other than a report is at a path, and would be lost if a report replaced it. */
export function isOther(path: string): boolean {
  const target = realTarget(path);
  const found = statOf(target);
  return found !== undefined && (!found.isFile() || (found.size > 0n && !isWritten(target, false)));
}

/** Returns true if a file is an earlier report or, if `mayBeKept` is set, a cache or a baseline. */
function isWritten(path: string, mayBeKept: boolean): boolean {
  const part = (from: number) => {
    const bytes = Buffer.alloc(GLANCE);
    return stripVTControlCharacters(bytes.toString("utf8", 0, fillFrom(path, bytes, from)));
  };
  // A file that cannot be read does not count as an earlier output.
  const parts = attempt(() => [part(0), part(Math.max(0, statSync(path).size - GLANCE))] as const);
  if (parts === undefined) {
    return false;
  }
  const [start, end] = parts;
  const isKept = mayBeKept && (isCache(path) || isBaseline(start));
  return isKept || REPORT_MARKS.some(([first, last]) => first.test(start) && last.test(end));
}
