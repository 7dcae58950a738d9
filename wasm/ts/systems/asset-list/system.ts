/** Asset lists as a system of this package. */

import type { System } from "../system.js";
import { AssetLists } from "./asset-lists.js";
import { compareLists } from "./compared.js";
import type { AssetListTasks } from "./tasks.js";

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
export type { OperationName } from "./asset-operations.js";
export type { ComparedList, ComparedLists, ListKind } from "./list-comparison.js";
export type { SeedList } from "./seed-list.js";
export type * from "./tasks.js";

/** What asset lists add to an engine. */
export interface AssetListMethods {
  /** Asset lists: reads, compares and writes them. */
  readonly assetLists: AssetLists;
}

/** @internal The system. */
export const ASSET_LISTS: System<AssetListMethods, AssetListTasks> = {
  methods: (home) => ({ assetLists: new AssetLists(home) }),
  handlers: { lists: ({ assetLists }, task) => compareLists(assetLists, task) },
};
