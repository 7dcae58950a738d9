/** Files that the command line names, which alone are checked. */

import { existsSync, realpathSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { IgnorePattern } from "../ignored.js";
import { leadsOut, slashed } from "../node/around.js";
import type { Tree } from "../node/walk.js";
import { leftOut, realRoot, tellIgnored } from "./files.js";
import { note } from "./output.js";
import { Refusal, stat } from "./refusal.js";

/**
 * Of the `paths` under check, those that are named, as files or as folders around them. What is left out is told, and is not among
 * them.
 *
 * @throws {Refusal} When nothing is there, or it is not in `root`.
 */
export function namedAmong(names: readonly string[], root: string, tree: Tree, paths: readonly string[]): string[] {
  const known = new Set(paths);
  const found = new Set<string>();
  const ignored = new Map<string, IgnorePattern>();
  for (const name of names) {
    const ways = waysTo(name, root);
    const [inside = []] = ways.map((way) => pathsAt(way, known)).filter((at) => at.length > 0);
    const [left] = ways.flatMap((way) => verdictOn(way, tree));
    if (inside.length > 0) {
      inside.forEach((path) => void found.add(path));
    } else if (left !== undefined) {
      ignored.set(...left);
    } else {
      refuseUnknown(name, ways, root);
      note(`nothing is under check at \`${name}\`: it is of the rules, written by \`assay check\`, or holds nothing`);
    }
  }
  tellIgnored({ ignored });
  return [...found];
}

/** What a name may be in `root`: as it is seen from here, through links, and as the rules see it. */
function waysTo(name: string, root: string): string[] {
  const base = resolve(root);
  const ways = [
    relative(base, resolve(name)),
    relative(realRoot(root), realOf(name)),
    relative(base, resolve(base, name)),
  ];
  return [...new Set(ways.map(slashed))].filter((way) => !leadsOut(way));
}

function realOf(name: string): string {
  try {
    return realpathSync(name);
  } catch {
    return resolve(name);
  }
}

/** A file, one in an archive (what that holds, only the check will know), or all files of a folder; nothing where none are known. */
function pathsAt(way: string, known: ReadonlySet<string>): string[] {
  const [, archive = ""] = /^(.*?\.zip)!\//i.exec(way) ?? [];
  if (known.has(way) || known.has(archive)) {
    return [way];
  }
  const folder = way === "" ? "" : `${way}/`;
  return [...known].filter((path) => path.startsWith(folder));
}

/** A file or a folder with what leaves it out, if anything does. */
function verdictOn(way: string, tree: Tree): [string, IgnorePattern][] {
  const verdict = leftOut(way, tree) ?? leftOut(`${way}/`, tree);
  return verdict === undefined ? [] : [[way, verdict]];
}

/** @throws {Refusal} When nothing is there, or it lies elsewhere. */
function refuseUnknown(name: string, ways: readonly string[], root: string): void {
  if (ways.some((way) => existsSync(`${root}/${way}`))) {
    return;
  }
  stat(name, "there is nothing to check at", `files are named as they are seen from here, or from \`${root}\``);
  throw new Refusal(
    `\`${name}\` does not lie in \`${root}\`, the folder under check`,
    "name the folder before its files: assay check FOLDER FILE",
  );
}
