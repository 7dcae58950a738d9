/** All game systems: their properties and methods of an engine, and the tasks of workers. */

import type { Home } from "../home.js";
import { type AssetListMethods, assetListMethods } from "./asset-list/system.js";
import type { AssetListTasks } from "./asset-list/tasks.js";
import { type ConversionMethods, conversionMethods } from "./conversion/system.js";
import type { ConversionTasks } from "./conversion/tasks.js";
import { type DefinitionMethods, definitionMethods } from "./definition/system.js";
import type { DefinitionTasks } from "./definition/tasks.js";
import { type PackageMethods, packageMethods } from "./package/system.js";
import type { PackageTasks } from "./package/tasks.js";

export type * from "./asset-list/system.js";
export type * from "./conversion/system.js";
export type * from "./definition/system.js";
export type * from "./package/system.js";

/** The properties and methods of an engine for all systems. */
export interface SystemMethods extends AssetListMethods, PackageMethods, DefinitionMethods, ConversionMethods {}

/** The tasks on all systems, by kind. */
export interface SystemTasks extends AssetListTasks, PackageTasks, DefinitionTasks, ConversionTasks {}

/** @internal Returns the properties and methods for all systems of an engine whose memory is `home`. */
export function systemMethods(home: Home): SystemMethods {
  return { ...assetListMethods(home), ...packageMethods(home), ...definitionMethods(home), ...conversionMethods(home) };
}
