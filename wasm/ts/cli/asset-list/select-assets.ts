/** Which assets a list of files begins with. */

import { relative, resolve, sep } from "node:path";
import type { AssetSeed } from "../../types.js";
import { Refusal } from "../refusal.js";
import type { Catalog } from "./catalog.js";
import type { Lists } from "./lists.js";
import type { AssetListCreateOptions } from "./options.js";
import { isFor } from "./platforms.js";

/** Assets that are wanted: the path of each, and the id that a seed gives it. */
export type SelectedAssets = Map<string, string | undefined>;

/** Whether only what is named is listed, and what it needs. */
export function hasSeeds({ seed, seedList }: AssetListCreateOptions): boolean {
  return seed.length > 0 || seedList.length > 0;
}

/**
 * The seeds; all files but the one that is to be written, when there are none.
 *
 * @throws {Refusal} When there is no asset for a seed, a list of seeds cannot be read, or a platform is none.
 */
export function selectAssets(options: AssetListCreateOptions, lists: Lists, catalog: Catalog): SelectedAssets {
  const { seed, seedList, root, output } = options;
  const isWanted = forPlatforms(options, lists);
  if (!hasSeeds(options)) {
    const own = relative(resolve(root), resolve(output)).split(sep).join("/");
    return new Map(catalog.paths.filter((path) => path !== own).map((path) => [path, undefined]));
  }
  const wanted: SelectedAssets = new Map();
  for (const path of seed) {
    const found = catalog.find(path);
    if (found === undefined) {
      throw new Refusal(`there is no asset \`${path}\` under \`${root}\``);
    }
    wanted.set(found, undefined);
  }
  for (const file of seedList) {
    for (const row of lists.readSeeds(file).seeds.filter(isWanted)) {
      wanted.set(fileOf(row, file, catalog), row.id);
    }
  }
  return wanted;
}

/**
 * Which seeds of lists are listed.
 *
 * @throws {Refusal} When a platform is none, or there are no lists of seeds that it would choose from.
 */
function forPlatforms({ platform, seedList }: AssetListCreateOptions, lists: Lists): (seed: AssetSeed) => boolean {
  const known = lists.engine.platforms.map(({ name }) => name);
  const unknown = platform.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Refusal(`there is no platform \`${unknown}\``, `those that there are: ${known.join(", ")}`);
  }
  if (platform.length > 0 && seedList.length === 0) {
    throw new Refusal("`--platform` chooses from lists of seeds, and none is named", "name one: --seed-list FILE");
  }
  return ({ platforms }) => platform.length === 0 || platform.some((name) => isFor(platforms, name));
}

/** The file of a seed: the one that has its id, or else the one at its path. */
function fileOf({ id, pathHint: path }: AssetSeed, file: string, catalog: Catalog): string {
  const found = catalog.withId(id) ?? (path === "" ? undefined : catalog.find(path));
  if (found === undefined) {
    throw new Refusal(`there is no asset under \`${catalog.root}\` for the seed \`${path || id}\` of \`${file}\``);
  }
  return found;
}
