/** `seeds`: changes a list of seeds. */

import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { SeedList } from "../../systems/asset-list/seed-list.js";
import { namesIn } from "../inputs.js";
import type { Arguments } from "./arguments.js";
import { BundledAssets } from "./assets.js";
import { requireOne } from "./checks.js";
import { UsageError } from "./output.js";
import { RESTRICTED_PLATFORMS } from "./platforms.js";
import type { BundlerSession } from "./session.js";

/** The width of the column of paths, which the platforms follow. */
const PATH_WIDTH = 60;

/** The arguments that change all seeds; a command can have only one of them. */
const OF_ALL = ["addPlatformToSeeds", "removePlatformFromSeeds"] as const;

/** Changes the list, prints it and writes it. */
export async function seeds(given: Arguments, session: BundlerSession): Promise<void> {
  const { out, lists } = session;
  refuseContradictions(given);
  const file = seedFile(requireOne(given, "seedListFile", "seeds"), given.has("ignoreFileCase"));
  const list = existsSync(file) ? load(file, session) : lists.engine.newSeeds();
  change(list, given, session);
  if (given.has("print")) {
    print(list, file, session);
  }
  out.print(`Saving Seed List to ( ${file} )...`);
  await session.save([{ path: file, parts: [list.write("json")] }], `Unable to save Seed List to ( ${file} ).`);
  out.print("Save successful!");
}

/** Reads an existing list of seeds. Throws a {@link UsageError} if its name does not end in `seed`. */
export function load(file: string, { out, lists }: BundlerSession): SeedList {
  requireEnding(file);
  out.print(`Loading Seed List file ( ${file} ).`);
  return lists.readSeeds(file);
}

function requireEnding(file: string): void {
  if (!file.toLowerCase().endsWith("seed")) {
    throw new UsageError(`Invalid Seed List file path ( ${file} ). Seed List files must have the extension ( .seed ).`);
  }
}

function refuseContradictions(given: Arguments): void {
  const [one, two] = OF_ALL;
  if (given.has(one) && given.has(two)) {
    throw new UsageError(`Invalid command: Unable to run "--${one}" and "--${two}" at the same time.`);
  }
  if ((given.has(one) || given.has(two)) && !given.has("platform")) {
    throw new UsageError(`Invalid command: When running "--${one}" or "--${two}", the "--platform" arg is required.`);
  }
}

/** Returns the path of the list. With `ignoresCase`, an existing file may differ in letter case. */
function seedFile(name: string, ignoresCase: boolean): string {
  const file = resolve(name);
  requireEnding(file);
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) {
    return file;
  }
  const other = namesIn(folder).find((entry) => entry.toLowerCase() === basename(file).toLowerCase());
  if (other !== undefined && !ignoresCase) {
    throw new UsageError(
      `File ( ${file} ) is called ( ${other} ) on disk. Use that name, or ( --ignoreFileCase ) to ignore letter case.`,
    );
  }
  return other === undefined ? file : join(folder, other);
}

function change(list: SeedList, given: Arguments, session: BundlerSession): void {
  const assets = new BundledAssets(given, session);
  for (const platform of session.platforms) {
    for (const seed of given.values("addSeed")) {
      add(list, seed, platform, assets, session);
    }
    for (const unwanted of given.values("removeSeed")) {
      remove(list, unwanted, platform, session);
    }
  }
  if (given.has("addPlatformToSeeds")) {
    addPlatforms(list, assets, session);
  }
  if (given.has("removePlatformFromSeeds")) {
    removePlatforms(list, session);
  }
  if (given.has("updateSeedPath")) {
    updatePaths(list, assets, session);
  }
  if (given.has("removeSeedPath")) {
    for (const { id } of list.seeds) {
      list.hint(id, "");
    }
  }
}

function add(list: SeedList, seed: string, platform: string, assets: BundledAssets, { out }: BundlerSession): void {
  const found = assets.matching(seed);
  if (found.length === 0) {
    out.warn(`There is no asset ( ${seed} ) for the platform ( ${platform} ). It was not added.`);
  }
  for (const { path, id } of found) {
    list.add(id, [platform], path);
  }
}

/** Removes a seed for a platform: by its id, or by its path as the list has it. */
function remove(list: SeedList, unwanted: string, platform: string, { out }: BundlerSession): void {
  const path = unwanted.replaceAll("\\", "/").toLowerCase();
  const asId = plainId(path);
  const id = list.seeds.find((seed) => seed.pathHint.toLowerCase() === path || plainId(seed.id) === asId)?.id;
  if (id === undefined || !list.remove(id, [platform])) {
    out.warn(`There is no seed ( ${unwanted} ) for the platform ( ${platform} ). It was not removed.`);
  }
}

/** Returns an asset id in canonical form: lower case, without braces and hyphens, and with an unsigned number. */
function plainId(id: string): string {
  // Some lists of seeds that ship with O3DE have negative numbers for the same bits.
  return id
    .toLowerCase()
    .replaceAll(/[{}-](?!\d+$)/g, "")
    .replace(/:-\d+$/, (number) => `:${Number(number.slice(1)) + 2 ** 32}`);
}

function addPlatforms(list: SeedList, assets: BundledAssets, { out, platforms }: BundlerSession): void {
  for (const { id, pathHint: path } of list.seeds) {
    if (assets.of({ id, path }) === undefined) {
      out.warn(
        `The seed ( ${path || id} ) is not an asset of the platforms ( ${platforms.join(", ")} ). It was not changed.`,
      );
    } else {
      list.add(id, platforms, path);
    }
  }
}

function removePlatforms(list: SeedList, { out, platforms }: BundlerSession): void {
  const kept = new Set(list.removePlatforms(platforms));
  for (const { id, pathHint: path, platforms: left } of list.seeds.filter((seed) => kept.has(seed.id))) {
    out.warn(`The platform ( ${left.join(", ")} ) is the only one of the seed ( ${path || id} ). It was not removed.`);
  }
}

function updatePaths(list: SeedList, assets: BundledAssets, { out }: BundlerSession): void {
  for (const { id, pathHint: path } of list.seeds) {
    const found = assets.withId(id);
    if (found === undefined) {
      out.warn(`There is no asset with the id of the seed ( ${path || id} ). Its path was not changed.`);
    } else {
      list.hint(id, found.path);
    }
  }
}

function print(list: SeedList, file: string, { out }: BundlerSession): void {
  out.print("", `Contents of ( ${file} ):`, "");
  for (const { pathHint, platforms } of list.seeds) {
    const listed = platforms.filter((platform) => !RESTRICTED_PLATFORMS.includes(platform));
    out.print(`${pathHint.padEnd(PATH_WIDTH)}${listed.join(", ")}`);
  }
  out.print("");
}
