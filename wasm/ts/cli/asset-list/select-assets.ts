/** Selects the assets that a list begins with. */

import { relative, resolve, sep } from "node:path";
import type { AssetSeed } from "../../types.js";
import { Refusal } from "../refusal.js";
import type { Catalog } from "./catalog.js";
import type { Lists } from "./lists.js";
import type { AssetListCreateOptions } from "./options.js";
import { isFor } from "./platforms.js";

/** The selected assets: the path of each, and its id in a list of seeds. */
export type SelectedAssets = Map<string, string | undefined>;

/** Returns true if only seeds and their dependencies are listed. */
export function hasSeeds({ seed, seedList }: AssetListCreateOptions): boolean {
  return seed.length > 0 || seedList.length > 0;
}

/** Returns the seeds, or all files except the one to write. Throws a {@link Refusal} for a seed without an asset. */
export function selectAssets(options: AssetListCreateOptions, lists: Lists, catalog: Catalog): SelectedAssets {
  const { seed, seedList, root, output } = options;
  const isSelected = forPlatforms(options, lists);
  if (!hasSeeds(options)) {
    // The list of an earlier run may be in the folder.
    const own = relative(resolve(root), resolve(output)).split(sep).join("/");
    return new Map(catalog.paths.filter((path) => path !== own).map((path) => [path, undefined]));
  }
  const selected: SelectedAssets = new Map();
  for (const path of seed) {
    const found = catalog.find(path);
    if (found === undefined) {
      throw new Refusal(`there is no asset \`${path}\` in \`${root}\``);
    }
    selected.set(found, undefined);
  }
  for (const file of seedList) {
    for (const row of lists.readSeeds(file).seeds.filter(isSelected)) {
      selected.set(fileOf(row, file, catalog), row.id);
    }
  }
  return selected;
}

/** Returns a test for the seeds of the platforms. Throws a {@link Refusal} for an unknown one, or without lists. */
function forPlatforms({ platform, seedList }: AssetListCreateOptions, lists: Lists): (seed: AssetSeed) => boolean {
  const known = lists.engine.platforms.map(({ name }) => name);
  const unknown = platform.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(`there is no platform \`${unknown}\``, `the platforms are ${known.join(", ")}`);
  }
  if (platform.length > 0 && seedList.length === 0) {
    throw new Refusal("`--platform` needs a list of seeds", "name one: --seed-list FILE");
  }
  return ({ platforms }) => platform.length === 0 || platform.some((name) => isFor(platforms, name));
}

/** Returns the file of a seed: the one with its id, or else the one at its path. */
function fileOf({ id, pathHint: path }: AssetSeed, file: string, catalog: Catalog): string {
  const found = catalog.withId(id) ?? (path === "" ? undefined : catalog.find(path));
  if (found === undefined) {
    throw new Refusal(`there is no asset in \`${catalog.root}\` for the seed \`${path || id}\` of \`${file}\``);
  }
  return found;
}
