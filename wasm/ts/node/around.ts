/** Reads the ignore files around a folder, which belong to the repository that the folder is in. */

import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { IGNORE_FILES, Ignored, type IgnorePattern, OWN_IGNORE_FILE, patternsOf, slipIn } from "../ignored.js";
import type { SourceProblem } from "../source.js";
import { explain } from "./explain.js";
import { readRegular } from "./regular.js";

/** The patterns of the ignore files around a folder, and problems with these files. */
export interface SurroundingPatterns {
  ignored: Ignored;
  problems: SourceProblem[];
}

/**
 * Reads the ignore files of the folders above `root`, up to the folder that contains a `.git`, or to `base` if that is
 * further up. `base` is the folder of the project's configuration.
 */
export function ignoredAround(root: string, base?: string): SurroundingPatterns {
  const real = realpathSync(root);
  const around: SurroundingPatterns = { ignored: new Ignored([], { folder: "" }), problems: [] };
  for (const folder of foldersAround(real, base)) {
    const patterns = IGNORE_FILES.flatMap((name) => {
      const path = slashed(relative(real, join(folder, name)));
      try {
        const patterns = patternsIn(join(folder, name), path);
        around.problems.push(...remarksOn(path, patterns));
        return patterns;
      } catch (error) {
        const message = `the ignore file cannot be read: ${explain(error)}`;
        around.problems.push({ code: "unreadable-ignore-file", message, path });
        return [];
      }
    });
    // Every pattern set is tested for every file.
    if (patterns.length > 0) {
      around.ignored = new Ignored(patterns, { inside: slashed(relative(folder, real)) }, around.ignored);
    }
  }
  return around;
}

/**
 * Returns warnings about the patterns of the ignore file at `path`, line by line. The patterns of a `.gitignore`, which
 * git interprets, have no warnings.
 */
export function remarksOn(path: string, patterns: readonly IgnorePattern[]): SourceProblem[] {
  return (isOwn(path) ? patterns : []).flatMap(({ pattern }, at) => {
    const slip = slipIn(pattern);
    const message = `the pattern \`${pattern}\` in line ${at + 1} ${slip}`;
    return slip === undefined ? [] : [{ code: "idle-pattern", message, path, warning: true }];
  });
}

/** Returns true if an ignore file is Assay's own, not git's. */
function isOwn(path: string): boolean {
  return path === OWN_IGNORE_FILE || path.endsWith(`/${OWN_IGNORE_FILE}`);
}

/** Returns the patterns of an ignore file; none if it does not exist or is a link, which git does not follow either. */
export function patternsIn(file: string, path: string): IgnorePattern[] {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  const isNone = stats === undefined || stats.isDirectory() || stats.isSymbolicLink();
  return isNone ? [] : patternsOf(textOf(readRegular(file), isOwn(path)), path);
}

/**
 * Decodes an ignore file, without a byte order mark. Assay's own may be UTF-16, which shells of Windows write; git's
 * may not.
 */
function textOf(bytes: Uint8Array, mayBeWide: boolean): string {
  const [mark] = mayBeWide
    ? [[0xff, 0xfe, "utf-16le"] as const, [0xfe, 0xff, "utf-16be"] as const].filter(
        ([first, second]) => bytes[0] === first && bytes[1] === second,
      )
    : [];
  const encoding = mark?.[2] ?? "utf-8";
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * Returns the patterns of the project's configuration in the folder `base` for the files of `root`. The patterns start
 * from `base`; if neither folder is in the other, they start from `root`.
 */
export function ignoredBy(own: readonly IgnorePattern[], base: string, root: string): Ignored {
  const [folder, real] = [realpathSync(base), realpathSync(root)];
  const [down, up] = [slashed(relative(folder, real)), slashed(relative(real, folder))];
  if (leadsOut(down) && leadsOut(up)) {
    return new Ignored(own, { folder: "" });
  }
  return new Ignored(own, leadsOut(down) ? { folder: up } : { inside: down });
}

/** Returns the folders above the real path `root` whose ignore files apply to it, the uppermost first. */
export function foldersAround(root: string, base?: string): string[] {
  return projectAround(root, base === undefined ? undefined : realpathSync(base));
}

/** Returns the folders above `root`, from the uppermost one that contains the `.git` of its repository or is `base`. */
function projectAround(root: string, base: string | undefined): string[] {
  const above: string[] = [];
  let count = 0;
  for (let at = root, isInRepository = false; ; at = dirname(at)) {
    const isRepository: boolean = !isInRepository && existsSync(join(at, ".git"));
    isInRepository ||= isRepository;
    if (isRepository || at === base) {
      count = above.length;
    }
    if (dirname(at) === at) {
      return above.slice(0, count).reverse();
    }
    above.push(dirname(at));
  }
}

/** Returns a path with `/` between its parts. */
export function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

/** Returns true if a relative path leads out of the folder that it starts from. */
export function leadsOut(path: string): boolean {
  return path === ".." || path.startsWith("../");
}
