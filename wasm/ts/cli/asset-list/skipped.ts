/** Files that are not part of a list: those that `--skip` excludes, and those that cannot be listed. */

import { warn } from "../output.js";
import type { Catalog, UnlistedKind } from "./catalog.js";
import type { Lists } from "./lists.js";
import type { AssetListCreateOptions } from "./options.js";
import { hasSeeds } from "./select-assets.js";

/** Returns a test for the paths that `--skip` excludes. A name or a pattern that matches nothing is a warning. */
export function skipTest(
  { skip }: AssetListCreateOptions,
  lists: Lists,
  { paths, unlisted }: Catalog,
): (path: string) => boolean {
  // A pattern may also match files in a folder that cannot be listed.
  const folders = new Map(unlisted.map(({ path }) => [`${path}/`, path]));
  const all = [...paths, ...folders.values(), ...folders.keys()];
  const skipped = new Set<string>();
  for (const pattern of skip) {
    const found = lists.pathsMatching(all, pattern);
    if (found.length === 0) {
      warn(`\`--skip ${pattern}\` matches no files`);
    }
    for (const path of found) {
      skipped.add(folders.get(path) ?? path);
    }
  }
  return (path) => skipped.has(path);
}

/**
 * Throws if the folder has an entry that cannot be listed and that `--skip` does not exclude: it would be missing in a
 * list of all files. A list made from seeds is refused only for entries with unknown content. All other such entries
 * are reported as warnings.
 *
 * @throws {Refusal} For the first such entry.
 */
export function refuseUnlisted(
  options: AssetListCreateOptions,
  catalog: Catalog,
  isSkipped: (path: string) => boolean,
): void {
  const listsAll = !hasSeeds(options);
  const isMissed = (kind: UnlistedKind) => kind === "unknown" || (kind === "lacking" && listsAll);
  catalog.refuse(({ path, kind }) => isMissed(kind) && !isSkipped(path), skipHelp);
  for (const { path, reason } of catalog.unlisted) {
    if (!isSkipped(path)) {
      warn(`\`${path}\`: ${reason}`);
    }
  }
}

/** Returns advice on how to exclude an asset that cannot be listed. */
export function skipHelp(path: string): string {
  return `if it does not belong to the list, exclude it: --skip '${path}'`;
}
