/** `assay assetlist create`: a list from files. */

import { relative, resolve, sep } from "node:path";
import type { AssetList } from "../../asset-list.js";
import type { AssetSeed } from "../../types.js";
import type { Engine } from "../engine.js";
import { warn } from "../output.js";
import { isDraft } from "../outputs.js";
import { ProgressLine } from "../progress.js";
import { Refusal } from "../refusal.js";
import { Catalog, idOf } from "./catalog.js";
import { NONE, readDependencies } from "./dependencies.js";
import { gather } from "./gather.js";
import { hashAll } from "./hash-all.js";
import { Lists } from "./lists.js";
import type { CreateOptions } from "./options.js";
import { deliver, refuseResults } from "./results.js";

/** An asset that is wanted: its path, and the id that a seed gives it. */
type Wanted = Map<string, string | undefined>;

/** Makes the list, writes it and returns the exit code. */
export async function create(options: CreateOptions, engine: Engine): Promise<number> {
  const { output, root, dependencies } = options;
  refuseResults([output], options);
  const lists = await Lists.load(engine);
  const catalog = new Catalog(root);
  const isSkipped = skipping(options, lists, catalog);
  refuseMissed(options, catalog, isSkipped);
  const wanted = wantedOf(options, lists, catalog);
  const needs = dependencies === undefined ? NONE : readDependencies(dependencies, catalog, lists);
  const paths = gather([...wanted.keys()], needs, isSkipped).map(({ path }) => path);
  const list = await listOf(paths, wanted, options, lists);
  return deliver([{ path: output, list }], options);
}

/**
 * Which paths are left out.
 *
 * @throws {Refusal} When a name is that of nothing. A pattern may match nothing; that is told.
 */
function skipping(
  { skip, root }: CreateOptions,
  lists: Lists,
  { paths, unlisted }: Catalog,
): (path: string) => boolean {
  // What lies in a folder that cannot be listed is left out by a pattern for it, too.
  const folders = new Map(unlisted.map(({ path }) => [`${path}/`, path]));
  const all = [...paths, ...folders.values(), ...folders.keys()];
  const skipped = new Set<string>();
  for (const pattern of skip) {
    const found = lists.pathsMatching(all, pattern);
    if (found.length === 0 && !/[*?]/.test(pattern)) {
      throw new Refusal(`there is no asset \`${pattern}\` under \`${root}\` to leave out`);
    }
    if (found.length === 0) {
      warn(`\`--skip ${pattern}\` leaves nothing out`);
    }
    for (const path of found) {
      skipped.add(folders.get(path) ?? path);
    }
  }
  return (path) => skipped.has(path);
}

/**
 * Refuses what lies in the folder and cannot be listed: of a list of all files, it would be missed. Of a list of seeds only
 * what nobody knows is refused, and the rest is told.
 *
 * @throws {Refusal} Naming the first.
 */
function refuseMissed(options: CreateOptions, catalog: Catalog, isSkipped: (path: string) => boolean): void {
  const listsAll = !hasSeeds(options);
  catalog.refuse(({ path, isUnknown }) => (listsAll || isUnknown) && !isSkipped(path), leftOut);
  for (const { path, reason } of catalog.unlisted) {
    if (!isSkipped(path)) {
      warn(`\`${path}\`: ${reason}`);
    }
  }
}

/** What can be done about an asset that cannot be listed. */
function leftOut(path: string): string {
  return `if it is no part of the list, leave it out: --skip '${path}'`;
}

function hasSeeds({ seed, seedList }: CreateOptions): boolean {
  return seed.length > 0 || seedList.length > 0;
}

/** The seeds; all files but the one that is to be written, when there are none. */
function wantedOf(options: CreateOptions, lists: Lists, catalog: Catalog): Wanted {
  const { seed, seedList, root, output } = options;
  if (!hasSeeds(options)) {
    const own = relative(resolve(root), resolve(output)).split(sep).join("/");
    const paths = catalog.paths.filter((path) => path !== own);
    const drafts = paths.filter(isDraft);
    for (const path of drafts) {
      warn(`\`${path}\` is left of a run that was killed while it wrote; it is not listed, and can be deleted`);
    }
    return new Map(paths.filter((path) => !isDraft(path)).map((path) => [path, undefined]));
  }
  const wanted: Wanted = new Map();
  for (const path of seed) {
    const found = catalog.find(path);
    if (found === undefined) {
      throw new Refusal(`there is no asset \`${path}\` under \`${root}\``);
    }
    wanted.set(found, undefined);
  }
  for (const file of seedList) {
    for (const row of lists.readSeeds(file).seeds) {
      wanted.set(fileOf(row, file, catalog), row.id);
    }
  }
  return wanted;
}

/** The file of a seed: the one that has its id, or else the one at its path. */
function fileOf({ id, pathHint: path }: AssetSeed, file: string, catalog: Catalog): string {
  const found = catalog.withId(id) ?? (path === "" ? undefined : catalog.find(path));
  if (found === undefined) {
    throw new Refusal(`there is no asset under \`${catalog.root}\` for the seed \`${path || id}\` of \`${file}\``);
  }
  return found;
}

async function listOf(paths: string[], wanted: Wanted, options: CreateOptions, lists: Lists): Promise<AssetList> {
  const { root, jobs, ids, times, quiet } = options;
  const progress = new ProgressLine(!quiet, "hashing");
  const files = paths.map((path) => `${root}/${path}`);
  const hashing = { jobs, onProgress: progress.update.bind(progress) };
  const outcomes = await hashAll(files, hashing).finally(() => progress.erase());
  if (ids) {
    refuseTwins(paths, wanted);
  }
  return lists.engine.of(
    paths.map((path, place) => {
      const outcome = outcomes[place];
      if (outcome === undefined || "reason" in outcome) {
        const reason = outcome?.reason ?? "no answer";
        throw new Refusal(`\`${root}/${path}\` cannot be read: ${reason}`, leftOut(path));
      }
      const id = ids ? { id: wanted.get(path) ?? idOf(path) } : {};
      return { path, hash: outcome.hash, ...id, ...(times ? { modified: outcome.modified } : {}) };
    }),
  );
}

/**
 * Refuses files that would have the same id, as letter case makes no difference in ids.
 *
 * @throws {Refusal} Naming the first two.
 */
function refuseTwins(paths: readonly string[], wanted: Wanted): void {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const id = wanted.get(path) ?? idOf(path);
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
