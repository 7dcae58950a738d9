/** The game systems of this package: what they add to an engine, and to the tasks of workers. */

import type { Home } from "../home.js";
import { ASSET_LISTS, type AssetListMethods, type AssetListTasks } from "./asset-list/system.js";
import { CONVERSION_RULES, type ConversionMethods, type ConversionTasks } from "./conversion/system.js";
import { DEFINITIONS, type DefinitionMethods, type DefinitionTasks } from "./definition/system.js";
import { PACKAGES, type PackageMethods, type PackageTasks } from "./package/system.js";
import type { Handlers } from "./system.js";

export type * from "./asset-list/system.js";
export type * from "./conversion/system.js";
export type * from "./definition/system.js";
export type * from "./package/system.js";

/** What all systems add to an engine. */
export interface SystemMethods extends AssetListMethods, PackageMethods, DefinitionMethods, ConversionMethods {}

/** The tasks of all systems. */
export interface SystemTasks extends AssetListTasks, PackageTasks, DefinitionTasks, ConversionTasks {}

/** @internal Returns what all systems add to an engine, whose memory is `home`. */
export function systemMethods(home: Home): SystemMethods {
  return {
    ...ASSET_LISTS.methods(home),
    ...PACKAGES.methods(home),
    ...DEFINITIONS.methods(home),
    ...CONVERSION_RULES.methods(home),
  };
}

/** @internal The functions that do the tasks of all systems. */
export const SYSTEM_HANDLERS: Handlers<SystemMethods, SystemTasks> = {
  ...ASSET_LISTS.handlers,
  ...PACKAGES.handlers,
  ...DEFINITIONS.handlers,
  ...CONVERSION_RULES.handlers,
};
