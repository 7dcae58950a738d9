/** What ignore files around a folder leave out in it: those of the repository that it lies in. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { IGNORE_FILES, Ignored, type IgnorePattern, patternsOf } from "../ignored.js";

/**
 * What the ignore files of the folders above `root` say, up to the one that holds a `.git`.
 *
 * @throws The file system's error when one of them cannot be read.
 */
export function ignoredAround(root: string): Ignored {
  const real = realpathSync(root);
  let ignored = new Ignored([], { folder: "" });
  for (const folder of repositoryAround(real)) {
    const files = IGNORE_FILES.map((name) => join(folder, name)).filter((file) => existsSync(file));
    const patterns = files.flatMap((file) => patternsOf(readFileSync(file, "utf8"), slashed(relative(real, file))));
    ignored = new Ignored(patterns, { inside: slashed(relative(folder, real)) }, ignored);
  }
  return ignored;
}

/**
 * What the project's configuration in the folder `base` says of the files of `root`. Its patterns start from its folder; where
 * neither lies in the other, from the root.
 */
export function ignoredBy(own: readonly IgnorePattern[], base: string, root: string): Ignored {
  const [folder, real] = [realpathSync(base), realpathSync(root)];
  const [down, up] = [slashed(relative(folder, real)), slashed(relative(real, folder))];
  if (leadsOut(down) && leadsOut(up)) {
    return new Ignored(own, { folder: "" });
  }
  return new Ignored(own, leadsOut(down) ? { folder: up } : { inside: down });
}

/** The folders above `root` up to the one that holds a `.git`, that one first; none without such a one. */
function repositoryAround(root: string): string[] {
  const folders: string[] = [];
  for (let at = root; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) {
      return folders.reverse();
    }
    if (dirname(at) === at) {
      return [];
    }
    folders.push(dirname(at));
  }
}

function slashed(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}

function leadsOut(path: string): boolean {
  return path === ".." || path.startsWith("../");
}
