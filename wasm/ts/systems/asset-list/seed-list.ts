/** Seed lists in the memory of the engine: assets that are listed with all their dependencies. */

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
   * Adds a seed. An existing seed gets the platforms as well, and the hint unless that is empty. Returns true if the
   * seed is new.
   *
   * @throws {AssayError} `asset-id`, `unknown-platform`.
   */
  add(id: string, platforms: readonly string[], pathHint = ""): boolean {
    return this.#object.do((list) => list.add(id, [...platforms], pathHint));
  }

  /**
   * Removes platforms from a seed. A seed without platforms is removed. Returns true if the seed existed.
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
   * Removes platforms from all seeds, in the order of their bits. Every seed keeps at least one. Returns the ids of the
   * seeds that kept one of `platforms`.
   */
  removePlatforms(platforms: readonly string[]): string[] {
    return this.#object.do((list) => list.removePlatforms([...platforms]));
  }

  /** Replaces the hint of a seed; an empty hint removes it. Returns true if the seed exists. */
  hint(id: string, pathHint: string): boolean {
    return this.#object.do((list) => list.hint(id, pathHint));
  }

  /** Returns the list as UTF-8: JSON as current versions of O3DE write it, or XML as earlier versions did. */
  write(form: AssetListForm): Uint8Array {
    return this.#object.do((list) => list.write(form));
  }

  /**
   * Frees the memory of the list, which cannot be used afterwards. Otherwise it is freed when nothing refers to the
   * list.
   */
  dispose(): void {
    this.#object.dispose();
  }
}
