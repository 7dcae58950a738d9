/** The assets of a project: files of its folder, not of the cache of the Asset Processor as in AssetBundlerBatch. */

import { Catalog, idOf } from "../asset-list/catalog.js";
import { type Dependencies, NONE, readDependencies } from "../asset-list/dependencies.js";
import type { Arguments } from "./arguments.js";
import { optionalOne } from "./checks.js";
import type { BundlerSession } from "./session.js";

export interface BundledAsset {
  /** The path in lower case, as in the Asset Processor. */
  path: string;
  /** The id, `{GUID}:sub`. */
  id: string;
  /** The path of its file below the project's folder. */
  file: string;
}

/** The assets of the project, which are listed when they are first needed. */
export class BundledAssets {
  readonly #given: Arguments;
  readonly #session: BundlerSession;
  #catalog: Catalog | undefined;

  /** Creates the assets of the project's folder. */
  constructor(given: Arguments, session: BundlerSession) {
    this.#given = given;
    this.#session = session;
  }

  matching(value: string): BundledAsset[] {
    const catalog = this.catalog;
    // A value with these characters is a pattern, not a path.
    if (/[*?]/.test(value)) {
      return this.#session.lists.pathsMatching(catalog.paths, value).map(assetOf);
    }
    const found = catalog.find(value);
    return found === undefined ? [] : [assetOf(found)];
  }

  /** Returns the asset of a seed: the one with its id, or else the one at its path, which keeps the id of the seed. */
  of({ id, path }: { id: string; path: string }): BundledAsset | undefined {
    const found = this.withId(id);
    if (found !== undefined || path === "") {
      return found;
    }
    const [named] = this.matching(path);
    return named && { ...named, id };
  }

  withId(id: string): BundledAsset | undefined {
    const found = this.catalog.withId(id);
    return found === undefined ? undefined : assetOf(found);
  }

  /** Returns the dependencies of assets; empty unless an argument names a file with them. */
  dependencies(): Dependencies {
    const file = optionalOne(this.#given, "overrideAssetCatalogFile");
    return file === undefined ? NONE : readDependencies(file, this.catalog, this.#session.lists);
  }

  get catalog(): Catalog {
    if (this.#catalog === undefined) {
      const { project, out } = this.#session;
      if (this.#given.has("verbose")) {
        out.print(`Loading asset catalog from ( ${project} ).`);
      }
      this.#catalog = new Catalog(project);
      this.#catalog.refuse(({ kind }) => kind === "unknown");
      for (const { path, reason } of this.#catalog.unlisted) {
        out.warn(`\`${path}\`: ${reason}.`);
      }
    }
    return this.#catalog;
  }
}

export function assetOf(file: string): BundledAsset {
  return { path: file.toLowerCase(), id: idOf(file), file };
}
