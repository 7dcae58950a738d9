/** `assay assetlist create`: a list from files. */

import { instantiate } from "../../core.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import { type InForce, inForce } from "../config/in-force.js";
import { values } from "../config/options.js";
import type { Engine } from "../engine.js";
import { ProgressLine } from "../progress.js";
import { Refusal } from "../refusal.js";
import { Catalog, idOf } from "./catalog.js";
import { NONE, readDependencies } from "./dependencies.js";
import { gather } from "./gather.js";
import { hashAll } from "./hash-all.js";
import { Lists } from "./lists.js";
import type { AssetListCreateOptions, CreateRequest } from "./options.js";
import { deliver, refuseResults } from "./results.js";
import { type SelectedAssets, selectAssets } from "./select-assets.js";
import { refuseUnlisted, skipHelp, skipTest } from "./skipped.js";

/** Makes the list, writes it and returns the exit code. */
export async function create(asked: CreateRequest, engine: Engine): Promise<number> {
  const options = optionsOf(asked, await inForce(asked.given, async () => instantiate(await engine()), asked.root));
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

/**
 * Returns the options for a list, from the command line or else from the configuration.
 *
 * @throws {Refusal} When neither of them names a folder.
 */
function optionsOf(asked: CreateRequest, force: InForce): AssetListCreateOptions {
  const texts = (key: string, option: string, given: readonly string[]) =>
    values(force.all(`asset_lists.${key}`, option, given, String));
  const paths = (key: string, option: string, given: readonly string[]) =>
    values(force.paths(`asset_lists.${key}`, option, given));
  const root = force.root(asked.root).value;
  if (root === undefined) {
    throw new Refusal("there is no folder to list", "name it: `assay assetlist create --root assets -o all.assetlist`");
  }
  return {
    ...asked,
    root,
    seed: texts("seeds", "seed", asked.seed),
    seedList: paths("seed_lists", "seedList", asked.seedList),
    platform: texts("platforms", "platform", asked.platform),
    dependencies: force.path("asset_lists.dependencies", "dependencies", asked.dependencies).value,
    skip: texts("skip", "skip", asked.skip),
  };
}

async function listOf(
  paths: string[],
  selected: SelectedAssets,
  options: AssetListCreateOptions,
  lists: Lists,
): Promise<AssetList> {
  const { root, jobs, ids, times, quiet } = options;
  const progress = new ProgressLine(!quiet, "hashing");
  const files = paths.map((path) => `${root}/${path}`);
  const hashing = { jobs, onProgress: progress.update.bind(progress) };
  const outcomes = await hashAll(files, hashing).finally(() => progress.erase());
  if (ids) {
    refuseTwins(paths, selected);
  }
  return lists.engine.of(
    paths.map((path, place) => {
      const outcome = outcomes[place];
      if (outcome === undefined || "reason" in outcome) {
        const reason = outcome?.reason ?? "no answer";
        throw new Refusal(`\`${root}/${path}\` cannot be read: ${reason}`, skipHelp(path));
      }
      const id = ids ? { id: selected.get(path) ?? idOf(path) } : {};
      return { path, hash: outcome.hash, ...id, ...(times ? { modified: outcome.modified } : {}) };
    }),
  );
}

/**
 * Refuses files that would have the same id, as letter case makes no difference in ids.
 *
 * @throws {Refusal} Naming the first two.
 */
function refuseTwins(paths: readonly string[], selected: SelectedAssets): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const id = selected.get(path) ?? idOf(path);
    const other = seen.get(id);
    if (other !== undefined) {
      throw new Refusal(
        `\`${other}\` and \`${path}\` would have the same id`,
        "rename one; or leave ids out, so that the list is compared by path: --no-ids",
      );
    }
    seen.set(id, path);
  }
}
