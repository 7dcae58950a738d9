/** Reads the ignore files around a folder, which belong to the repository that the folder is in. */

import { existsSync, lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { encodingByMark } from "../encodings.js";
import { IGNORE_FILES, Ignored, type IgnorePattern, OWN_IGNORE_FILE, patternsOf, slipIn } from "../ignored.js";
import type { SourceProblem } from "../source.js";
import { explain } from "./explain.js";
import { readRegular } from "./regular.js";

/** The patterns of the ignore files around a folder, and problems with these files. */
export interface SurroundingPatterns {
  ignored: Ignored;
  problems: SourceProblem[];
}

/** Reads the ignore files above `root`, up to the folder of its repository, or to `base`, the configuration's. */
export function ignoredAround(root: string, base?: string): SurroundingPatterns {
  const real = realpathSync(root);
  const around: SurroundingPatterns = { ignored: new Ignored([], { folder: "" }), problems: [] };
  for (const folder of foldersAround(real, base)) {
    const patterns = IGNORE_FILES.flatMap((name) => {
      const file = join(folder, name);
      return patternsOrProblem(file, slashed(relative(real, file)), around.problems);
    });
    // Every pattern set is tested for every file.
    if (patterns.length > 0) {
      around.ignored = new Ignored(patterns, { inside: slashed(relative(folder, real)) }, around.ignored);
    }
  }
  return around;
}

/** Like {@link patternsIn}, but adds an error, and warnings about patterns of Assay's ignore file, to `problems`. */
export function patternsOrProblem(file: string, path: string, problems: SourceProblem[]): IgnorePattern[] {
  try {
    const patterns = patternsIn(file, path);
    // git interprets the other ignore files, and users may need a pattern for git that is useless here.
    for (const [at, { pattern }] of (isOwn(path) ? patterns : []).entries()) {
      const slip = slipIn(pattern);
      if (slip !== undefined) {
        const message = `the pattern \`${pattern}\` in line ${at + 1} ${slip}`;
        problems.push({ code: "idle-pattern", message, path, warning: true });
      }
    }
    return patterns;
  } catch (error) {
    const message = `the ignore file cannot be read: ${explain(error)}`;
    problems.push({ code: "unreadable-ignore-file", message, path });
    return [];
  }
}

/** Returns true if an ignore file is Assay's own, not git's. */
function isOwn(path: string): boolean {
  return path === OWN_IGNORE_FILE || path.endsWith(`/${OWN_IGNORE_FILE}`);
}

/** Returns the patterns of an ignore file; none if it does not exist or is a link, which git does not follow either. */
export function patternsIn(file: string, path: string): IgnorePattern[] {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  const isNone = stats === undefined || stats.isDirectory() || stats.isSymbolicLink();
  if (isNone) {
    return [];
  }
  const bytes = readRegular(file);
  // Shells of Windows write UTF-16, which git does not accept in its own ignore files.
  return patternsOf(new TextDecoder(isOwn(path) ? encodingByMark(bytes) : "utf-8").decode(bytes), path);
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

/**
 * Returns the folders above the real path `root` whose ignore files apply to it, the uppermost first. The first one
 * contains the `.git` of its repository, or is `base` if that is further up.
 */
export function foldersAround(root: string, base?: string): string[] {
  const realBase = base === undefined ? undefined : realpathSync(base);
  const above: string[] = [];
  let count = 0;
  for (let at = root, isInRepository = false; ; at = dirname(at)) {
    const isRepository: boolean = !isInRepository && existsSync(join(at, ".git"));
    isInRepository ||= isRepository;
    if (isRepository || at === realBase) {
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
