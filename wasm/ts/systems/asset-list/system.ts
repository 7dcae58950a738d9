/** The properties and methods of an engine for asset lists. */

import type { Home } from "../../home.js";
import { AssetLists } from "./asset-lists.js";

export type { AssetKey, AssetList, AssetListForm } from "./asset-list.js";
export type {
  AssetCompareOptions,
  AssetComparison,
  AssetLists,
  AssetOperation,
  AssetOutput,
  AssetPatternType,
  AssetPlatform,
  AssetReading,
  AssetRunOptions,
} from "./asset-lists.js";
export type { SeedList } from "./seed-list.js";

/** The properties and methods of an engine for asset lists. */
export interface AssetListMethods {
  /** Reads, compares and writes asset lists. */
  readonly assetLists: AssetLists;
}

/** @internal Returns the properties and methods of an engine whose memory is `home`. */
export function assetListMethods(home: Home): AssetListMethods {
  return { assetLists: new AssetLists(home) };
}
