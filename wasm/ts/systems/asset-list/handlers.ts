/** Runs the tasks of workers on asset lists. */

import type { Handlers } from "../system.js";
import { compareLists } from "./compare-lists.js";
import type { AssetListMethods } from "./system.js";
import type { AssetListTasks } from "./tasks.js";

/** The functions that run the tasks, by kind. */
export const ASSET_LIST_HANDLERS: Handlers<AssetListMethods, AssetListTasks> = {
  lists: ({ assetLists }, task) => compareLists(assetLists, task),
};
