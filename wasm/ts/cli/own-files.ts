/**
 * The files that a command writes, or keeps for itself: reports, the baseline, the cache. Each has a place of its own, and none
 * takes the place of what is read.
 */

import { type BigIntStats, closeSync, openSync, readSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { slashed } from "../node/around.js";
import { isBaseline } from "./baseline.js";
import { CACHE_NAME, isCache } from "./cache/file.js";
import { fileBehind } from "./file-behind.js";
import { realRoot, without } from "./files.js";
import { Refusal } from "./refusal.js";
import { isAmong } from "./rules.js";

/** What a command writes or keeps. */
export interface OwnPaths {
  /** The files of reports. */
  reports: readonly string[];
  baseline?: string | undefined;
  cache?: string | undefined;
  /** What a check by the configuration writes or keeps, whether this one does or not: it is under no check. */
  configured?: readonly string[] | undefined;
}

/** What a report is called, the cache, and what a check by the configuration would write where this one does not. */
const A_REPORT = "a report";
const THE_CACHE = "the cache";
const CONFIGURED = "what the configuration has written";

/** What earlier reports begin and end with. */
const REPORT_MARKS: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^\{\n {2}"version": \d+,\n {2}"(?:findings": \[|shard": \{"number":)/, /\n {2}\}\n\}\n$/],
  [/^\{"(?:finding|problem|warning|hint|rule|stats)":\{/, /(?:^|\n)\{"summary":\{"errors":\d+,"warnings":[^\n]*\}\n$/],
  [/^\{\s*"\$schema": "[^"]*sarif[\s\S]*"driver": \{ "name": "Assay",/, /\}\n$/],
  [/^<\?xml [^>]*>\s*<testsuites name="Assay: /, /<\/testsuites>\n$/],
  [/^<!doctype html>[\s\S]*<title>Assay/, /<\/html>\n$/],
  [/^## Assay: [^\n]*\n\n\| \| \|\n/, /\n$/],
  [
    /^/,
    /(?:^|\n) {2}rules {4}\S[^\n]*\n(?: {4,}[^\n]*\n)* {2}files {4}\S[^\n]*\n(?: {2}time {5}[^\n]*\n)? {2}result {3}\S[^\n]*\n$/,
  ],
  [/^/, /(?:^|\n)rules: [^\n]+\nfiles: [^\n]+\nresult: [^\n]+\n$/],
];
/** Bytes of the start and of the end of a file in which they are looked for. */
const GLANCE = 4096;

/** The files of one command. */
export class OwnFiles {
  /** The cache, if there is one. */
  readonly cache: string | undefined;
  /** The files, by what each is. */
  readonly #named: readonly [what: string, path: string][];
  /** The same of those that only another check writes. */
  readonly #further: readonly [what: string, path: string][];
  readonly #configured: ReadonlySet<string>;

  /**
   * The files at these paths.
   *
   * @throws {Refusal} When two of them are one, by whatever names.
   */
  constructor({ reports, baseline, cache, configured = [] }: OwnPaths) {
    this.cache = cache;
    const single: [string, string | undefined][] = [
      ["the baseline", baseline],
      [THE_CACHE, cache],
      ...reports.map((path): [string, string] => [A_REPORT, path]),
    ];
    this.#named = single.filter((named): named is [string, string] => named[1] !== undefined);
    const seen = new Map<string, string>();
    for (const [what, path] of this.#named) {
      const key = keyOf(path);
      const other = seen.get(key);
      if (other === A_REPORT) {
        throw new Refusal("two reports cannot go to the same file", "name a file for each: --format json=FILE");
      }
      if (other !== undefined) {
        throw new Refusal(`${other} and ${what} cannot be the same file \`${path}\``, "name a file for each");
      }
      seen.set(key, what);
    }
    this.#configured = new Set(configured.map(keyOf));
    this.#further = configured
      .filter((path) => !seen.has(keyOf(path)))
      .map((path): [string, string] => [CONFIGURED, path]);
  }

  /** Their paths. */
  get paths(): string[] {
    return this.#named.map(([, path]) => path);
  }

  /**
   * Sees to it that none is one of these files, each of which is called what it is.
   *
   * @throws {Refusal} When one is.
   */
  refuseRead(what: string, paths: Iterable<string>): void {
    const own = new Map(this.#named.map((named) => [keyOf(named[1]), named]));
    for (const path of paths) {
      const named = own.get(keyOf(path));
      if (named !== undefined) {
        throw new Refusal(`${named[0]} cannot go to \`${named[1]}\`: that is ${what}`, "name another file");
      }
    }
  }

  /**
   * Sees to it that none is taken for a rule file by the next command that looks for them in these folders.
   *
   * @throws {Refusal} When one would be.
   */
  refuseAmong(rules: readonly string[]): void {
    for (const [what, path] of this.#named) {
      if (isAmong(rules, path)) {
        throw new Refusal(
          `${what} cannot go to \`${path}\`: that would be a file of the rules`,
          "name another file, not in a folder of rules",
        );
      }
    }
  }

  /**
   * Sees to it that none takes the place of one of the `files` under check, which lie below `root`, unless it is what is written
   * there itself. Of caches and baselines that has been seen already; an empty file is neither of them, nor a report, unless
   * it has the name of caches, or the configuration says so.
   *
   * @throws {Refusal} When one would.
   */
  refuseAssets(root: string, files: readonly string[]): void {
    for (const [what, path] of [...this.#named, ...this.#further]) {
      const target = fileBehind(path);
      const found = statOf(target);
      if (!found?.isFile() || isOwn(what, target, found.size > 0)) {
        continue;
      }
      // There is nothing in it that could be lost.
      if (found.size === 0n && this.#configured.has(keyOf(path))) {
        continue;
      }
      const inside = slashed(relative(realRoot(root), target));
      // A second name of a file is known by the file alone.
      const isSame = (file: string) =>
        file === inside || (found.nlink > 1n && keyOf(`${root}/${file}`) === keyOf(target));
      if (files.some(isSame)) {
        throw new Refusal(
          `${what} cannot go to \`${path}\`: that is a file under check`,
          what === THE_CACHE ? "delete it if it was a cache, or name another file" : "name another file",
        );
      }
    }
  }
}

/**
 * The `files` below `root` without what the configuration has `assay check` write or keep among them.
 *
 * @throws {Refusal} When something else is there, which that would take the place of.
 */
export function withoutConfigured(files: readonly string[], configured: readonly string[], root: string): string[] {
  new OwnFiles({ reports: [], configured }).refuseAssets(root, files);
  return without(files, configured, root);
}

/** What tells a file from all others: its path without links or, where it has several names, its number. */
function keyOf(path: string): string {
  const target = fileBehind(path);
  const found = statOf(target);
  return found?.isFile() && found.nlink > 1n ? `${found.dev}:${found.ino}` : target;
}

/** What there is at a path. Why that cannot be said, whoever writes there hears. */
function statOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false, bigint: true });
  } catch {
    return undefined;
  }
}

/** Whether a file is what was written there earlier. One that was cut off to nothing can only be known by its name. */
function isOwn(what: string, path: string, holdsAnything: boolean): boolean {
  if (what === A_REPORT || what === CONFIGURED) {
    return isWritten(path, what === CONFIGURED);
  }
  return holdsAnything || (what === THE_CACHE && basename(path) === CACHE_NAME);
}

/** Whether something is at a path that is no report, and that would be lost if one took its place. */
export function isOther(path: string): boolean {
  const target = fileBehind(path);
  const found = statOf(target);
  return found !== undefined && (!found.isFile() || (found.size > 0n && !isWritten(target, false)));
}

/** Whether a file is a report that was written earlier, or, if that may be, a cache or a baseline. */
function isWritten(path: string, mayBeKept: boolean): boolean {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return false;
  }
  try {
    const size = statSync(path).size;
    const part = (from: number) => {
      const bytes = Buffer.alloc(GLANCE);
      const text = bytes.toString("utf8", 0, readSync(file, bytes, 0, GLANCE, from));
      return stripVTControlCharacters(text);
    };
    const [start, end] = [part(0), part(Math.max(0, size - GLANCE))];
    const isKept = mayBeKept && (isCache(path) || isBaseline(start));
    return isKept || REPORT_MARKS.some(([first, last]) => first.test(start) && last.test(end));
  } finally {
    closeSync(file);
  }
}
