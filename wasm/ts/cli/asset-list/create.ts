/** `assay assetlist create`: a list from files. */

import { instantiate } from "../../core.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import { type InForce, inForce } from "../config/in-force.js";
import { values } from "../config/options.js";
import type { Engine } from "../engine.js";
import { Refusal } from "../refusal.js";
import { Catalog, idOf } from "./catalog.js";
import { NONE, readDependencies } from "./dependencies.js";
import { gather } from "./gather.js";
import { hashFiles } from "./hash-all.js";
import { Lists } from "./lists.js";
import type { AssetListCreateOptions, CreateRequest } from "./options.js";
import { deliver, refuseResults } from "./results.js";
import { type SelectedAssets, selectAssets } from "./select-assets.js";
import { refuseUnlisted, skipHelp, skipTest } from "./skipped.js";

/** Makes the list, writes it and returns the exit code. */
export async function create(request: CreateRequest, engine: Engine): Promise<number> {
  const options = optionsOf(
    request,
    await inForce(request.given, async () => instantiate(await engine()), request.root),
  );
  const { output, root, dependencies } = options;
  refuseResults([output], options);
  const lists = await Lists.load(engine);
  const catalog = new Catalog(root);
  const isSkipped = skipTest(options, lists, catalog);
  refuseUnlisted(options, catalog, isSkipped);
  const selected = selectAssets(options, lists, catalog);
  const needs = dependencies === undefined ? NONE : readDependencies(dependencies, catalog, lists);
  const paths = gather([...selected.keys()], needs, isSkipped).map(({ path }) => path);
  const list = await listOf(paths, selected, options, lists);
  return deliver([{ path: output, list }], options);
}

/** Returns the options of the command line or else of the configuration. Throws a {@link Refusal} without a folder. */
function optionsOf(request: CreateRequest, force: InForce): AssetListCreateOptions {
  const texts = (key: string, option: string, given: readonly string[]) =>
    values(force.all(`asset_lists.${key}`, option, given, String));
  const paths = (key: string, option: string, given: readonly string[]) =>
    values(force.paths(`asset_lists.${key}`, option, given));
  const root = force.root(request.root).value;
  if (root === undefined) {
    throw new Refusal(
      "there is no folder to list",
      "name the folder: `assay assetlist create --root assets -o all.assetlist`",
    );
  }
  return {
    ...request,
    root,
    seed: texts("seeds", "seed", request.seed),
    seedList: paths("seed_lists", "seedList", request.seedList),
    platform: texts("platforms", "platform", request.platform),
    dependencies: force.path("asset_lists.dependencies", "dependencies", request.dependencies).value,
    skip: texts("skip", "skip", request.skip),
  };
}

async function listOf(
  paths: string[],
  selected: SelectedAssets,
  options: AssetListCreateOptions,
  lists: Lists,
): Promise<AssetList> {
  const { root, ids, times } = options;
  const hashed = await hashFiles(
    paths.map((path) => `${root}/${path}`),
    options,
    (at, reason) => new Refusal(`\`${root}/${paths[at]}\` cannot be read: ${reason}`, skipHelp(paths[at] ?? "")),
  );
  // Without ids, lists are compared by path, and paths may differ only in letter case.
  if (ids) {
    refuseTwins(paths, selected);
  }
  return lists.engine.of(
    hashed.map(({ hash, modified }, at) => {
      const path = paths[at] ?? "";
      const id = ids ? { id: selected.get(path) ?? idOf(path) } : {};
      return { path, hash, ...id, ...(times ? { modified } : {}) };
    }),
  );
}

/** Throws a {@link Refusal} if two files have the same id: ids do not depend on letter case. */
function refuseTwins(paths: readonly string[], selected: SelectedAssets): void {
  const pathsById = new Map<string, string>();
  for (const path of paths) {
    const id = selected.get(path) ?? idOf(path);
    const other = pathsById.get(id);
    if (other !== undefined) {
      throw new Refusal(
        `\`${other}\` and \`${path}\` would have the same id`,
        "rename one, or write no ids, so that the list is compared by path: --no-ids",
      );
    }
    pathsById.set(id, path);
  }
}
