/** Seed lists in the memory of the engine: the assets that are wanted with all that they need. */

import type { Core } from "../../core.js";
import type { Home } from "../../home.js";
import { parse } from "../../report.js";
import type { AssetSeed } from "../../types.js";
import { EngineObject } from "../engine-object.js";
import { type AssetListForm, LOST_LIST } from "./asset-list.js";

type CoreSeeds = Core["SeedList"]["prototype"];

/** A seed list. */
export class SeedList {
  readonly #object: EngineObject<CoreSeeds>;

  /** @internal Made by {@link AssetLists}. */
  constructor(home: Home, core: Core, inner: CoreSeeds) {
    this.#object = new EngineObject(home, core, inner, LOST_LIST);
  }

  /** The seeds, in order. */
  get seeds(): AssetSeed[] {
    return parse(this.#object.do((list) => list.seeds())) as AssetSeed[];
  }

  /**
   * Adds a seed; one that there is gets the platforms as well, and the hint unless that is empty. Whether it is new.
   *
   * @throws {AssayError} `asset-id`, `unknown-platform`.
   */
  add(id: string, platforms: readonly string[], pathHint = ""): boolean {
    return this.#object.do((list) => list.add(id, [...platforms], pathHint));
  }

  /**
   * Takes platforms from a seed; one that is for none any more goes. Whether there was such a seed.
   *
   * @throws {AssayError} `asset-id`, `unknown-platform`.
   */
  remove(id: string, platforms: readonly string[]): boolean {
    return this.#object.do((list) => list.remove(id, [...platforms]));
  }

  /** Adds platforms to all seeds. */
  addPlatforms(platforms: readonly string[]): void {
    this.#object.do((list) => list.addPlatforms([...platforms]));
  }

  /**
   * Removes platforms from all seeds, in the order of their bits. Every seed keeps at least one. Returns the ids of the seeds
   * that kept one of `platforms`.
   */
  removePlatforms(platforms: readonly string[]): string[] {
    return this.#object.do((list) => list.removePlatforms([...platforms]));
  }

  /** Puts a hint in the place of a seed's; an empty one removes it. Whether there is such a seed. */
  hint(id: string, pathHint: string): boolean {
    return this.#object.do((list) => list.hint(id, pathHint));
  }

  /** The list as UTF-8: JSON as O3DE writes it today, or XML as it did before. */
  write(form: AssetListForm): Uint8Array {
    return this.#object.do((list) => list.write(form));
  }

  /** Frees its memory at once, and the list is of no use any more; without it that is done when nothing refers to it. */
  dispose(): void {
    this.#object.dispose();
  }
}
