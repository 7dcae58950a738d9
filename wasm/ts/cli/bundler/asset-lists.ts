/** `assetLists`: makes a list of assets from seeds, for each platform. */

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import type { AssetSeed } from "../../types.js";
import type { Dependencies } from "../asset-list/dependencies.js";
import { type Gathered, gather } from "../asset-list/gather.js";
import { hashFiles } from "../asset-list/hash-all.js";
import { pathsOf } from "../asset-list/lists.js";
import { isFor } from "../asset-list/platforms.js";
import type { OutputFile } from "../outputs.js";
import type { Arguments } from "./arguments.js";
import { assetOf, type BundledAsset, BundledAssets } from "./assets.js";
import { optionalOne } from "./checks.js";
import { UsageError } from "./output.js";
import { load } from "./seeds.js";
import type { BundlerSession } from "./session.js";

const SOURCES = ["seedListFile", "addSeed", "addDefaultSeedListFiles"] as const;

/** Makes the lists, or prints existing ones. */
export async function assetLists(given: Arguments, session: BundlerSession): Promise<void> {
  const file = optionalOne(given, "assetListFile");
  if (file === undefined && !given.has("print")) {
    throw new UsageError("Missing argument: Either print or assetListFile must be supplied");
  }
  if (SOURCES.some((name) => given.has(name))) {
    await new Making(given, session).run(file);
  } else if (file !== undefined && given.has("print")) {
    printExisting(file, session);
  } else {
    throw new UsageError(
      'Missing argument: At least one of "--seedListFile", "--addSeed" and "--addDefaultSeedListFiles" must be supplied',
    );
  }
}

/** Prints the existing lists, one for each platform that has one. */
function printExisting(file: string, session: BundlerSession): void {
  const { out, platforms, known } = session;
  const files = platforms.map((platform) => resolve(known.nameFor(file, platform)));
  const found = files.filter((path) => existsSync(path));
  if (found.length === 0) {
    throw new UsageError(`File ( ${files.join(", ")} ) does not exists on disk.`);
  }
  for (const name of found) {
    const list = session.read(name);
    out.print("", `Printing contents of ( ${name} ):`);
    for (const path of pathsOf(list)) {
      out.print(`- ${path}`);
    }
    out.print(`Total number of assets in ( ${name} ): ${list.length}`);
  }
}

/** Makes lists from seeds. */
class Making {
  readonly #given: Arguments;
  readonly #session: BundlerSession;
  readonly #assets: BundledAssets;
  /** The assets that have been found so far, by path. */
  readonly #known = new Map<string, BundledAsset>();

  constructor(given: Arguments, session: BundlerSession) {
    this.#given = given;
    this.#session = session;
    this.#assets = new BundledAssets(given, session);
  }

  async run(file: string | undefined): Promise<void> {
    const seeds = this.#seeds();
    const isSkipped = this.#skipping();
    const dependencies = this.#dependencies();
    const { platforms, out, known } = this.#session;
    const outputs = platforms.map((platform) => {
      const roots = seeds.filter((seed) => isFor(seed.platforms, platform)).map((seed) => this.#path(seed));
      return { platform, gathered: gather(roots, dependencies, isSkipped) };
    });
    if (this.#given.has("print")) {
      for (const { platform, gathered } of outputs) {
        this.#print(platform, gathered);
      }
    }
    if (file === undefined) {
      return;
    }
    if (!this.#isDry) {
      out.print("");
    }
    for (const { platform, gathered } of outputs) {
      const target = resolve(known.nameFor(file, platform));
      if (!this.#isDry) {
        out.print(`Saving Asset List file to ( ${target} )...`);
      }
      await this.#session.continueAfterError(() => this.#save(target, gathered));
    }
  }

  /** True if everything is done except writing. */
  get #isDry(): boolean {
    return this.#given.has("dryRun");
  }

  /** Returns the seeds in all named lists, and the seeds that are named directly. */
  #seeds(): AssetSeed[] {
    const { lists, platforms } = this.#session;
    const files = this.#given.values("seedListFile").map((name) => resolve(name));
    const missing = files.find((file) => !existsSync(file));
    if (missing !== undefined) {
      throw new UsageError(`Cannot load Seed List file ( ${missing} ): File does not exist.`);
    }
    const own = lists.engine.newSeeds();
    for (const seed of this.#given.values("addSeed")) {
      const found = this.#assets.matching(seed);
      if (found.length === 0) {
        throw new UsageError(`There is no asset ( ${seed} ).`);
      }
      for (const { id, path } of found) {
        own.add(id, platforms, path);
      }
    }
    return [...files, ...this.#defaultSeedLists()].flatMap((file) => load(file, this.#session).seeds).concat(own.seeds);
  }

  #defaultSeedLists(): string[] {
    if (!this.#given.has("addDefaultSeedListFiles")) {
      return [];
    }
    const { root, paths } = this.#assets.catalog;
    const found = paths.filter((path) => path.toLowerCase().endsWith(".seed"));
    if (found.length === 0) {
      throw new UsageError(`There is no list of seeds ( .seed ) under ( ${root} ).`);
    }
    return found.map((path) => resolve(root, path));
  }

  /** Returns the path of the asset of a seed. Throws if the seed has no asset, as it would be missing from the list. */
  #path(seed: AssetSeed): string {
    const asset = this.#assets.of({ id: seed.id, path: seed.pathHint });
    if (asset === undefined) {
      const { project } = this.#session;
      throw new UsageError(`There is no asset under ( ${project} ) for the seed ( ${seed.pathHint || seed.id} ).`);
    }
    const path = this.#keep(asset);
    // The id of the asset in the list of seeds.
    this.#known.set(path, asset);
    return path;
  }

  /** Remembers an asset by its path, which only one file may have. */
  #keep(asset: BundledAsset): string {
    const known = this.#known.get(asset.path);
    if (known !== undefined && known.file !== asset.file) {
      throw new UsageError(
        `The files ( ${known.file} ) and ( ${asset.file} ) differ only in letter case, so they are the same asset.`,
      );
    }
    this.#known.set(asset.path, known ?? asset);
    return asset.path;
  }

  /** Returns the dependencies of assets, with all paths in lower case. */
  #dependencies(): Dependencies {
    const small = (path: string) => this.#keep(assetOf(path));
    const read = this.#assets.dependencies();
    return new Map([...read].map(([path, needed]) => [small(path), needed.map(small)]));
  }

  #skipping(): (path: string) => boolean {
    const skipped = new Set(
      this.#given.values("skip").flatMap((value) => {
        const found = this.#assets.matching(value).map(({ path }) => path);
        if (found.length === 0) {
          this.#session.out.warn(`There is no asset ( ${value} ) to skip.`);
        }
        return found;
      }),
    );
    return (path) => skipped.has(path);
  }

  async #save(target: string, gathered: readonly Gathered[]): Promise<void> {
    const failure = `Unable to save Asset List file to ( ${target} ).`;
    if (!target.toLowerCase().endsWith("assetlist")) {
      throw new UsageError(`${failure} The name of an asset list must end in ( .assetlist ).`);
    }
    if (gathered.length === 0) {
      throw new UsageError(`${failure} It would not contain any assets.`);
    }
    const debug = this.#given.has("generateDebugFile")
      ? target.replace(/(?:\.[^./\\]*)?$/, ".assetlistdebug")
      : undefined;
    this.#session.refuseOverwrites(debug === undefined ? [target] : [target, debug]);
    const list = await this.#list(gathered, failure);
    const outputs: OutputFile[] = [{ path: target, parts: list.write("xml") }];
    if (debug !== undefined) {
      outputs.push({ path: debug, parts: [debugText(gathered)] });
    }
    if (this.#isDry) {
      await this.#session.trySaving(outputs, failure);
      return;
    }
    if (debug !== undefined) {
      this.#session.out.print(`Saving Asset List Debug file to ( ${debug} )...`);
    }
    await this.#session.save(outputs, failure);
    this.#session.out.print(`Save successful! ( ${target} )`);
  }

  async #list(gathered: readonly Gathered[], failure: string): Promise<AssetList> {
    const { project, lists, out } = this.#session;
    // Written before a progress line appears on the same terminal.
    await out.flush();
    const assets = gathered.map(({ path }) => this.#known.get(path) as BundledAsset);
    const hashed = await hashFiles(
      assets.map(({ file }) => `${project}/${file}`),
      { jobs: availableParallelism(), quiet: false },
      (at, reason) => new UsageError(`${failure} The asset ( ${assets[at]?.path} ) cannot be read: ${reason}.`),
    );
    return lists.engine.of(assets.map(({ path, id }, at) => ({ path, id, hash: hashed[at]?.hash ?? "" })));
  }

  #print(platform: string, gathered: readonly Gathered[]): void {
    const { out } = this.#session;
    out.print("", `Printing assets for Platform ( ${platform} ):`);
    for (const { path } of gathered) {
      out.print(`- ${path}`);
    }
    out.print(`Total number of assets for Platform ( ${platform} ): ${gathered.length}.`);
  }
}

/** Returns the seed that each asset came from, as JSON. */
function debugText(gathered: readonly Gathered[]): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ assets: gathered }, null, 2)}\n`);
}
