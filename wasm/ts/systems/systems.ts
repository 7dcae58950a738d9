/** All game systems: their properties and methods of an engine, and the tasks of workers. */

import type { Home } from "../home.js";
import type { Source } from "../source.js";
import { AssetLists } from "./asset-list/asset-lists.js";
import type { AssetListTasks } from "./asset-list/tasks.js";
import { type Pipeline, readPipeline } from "./conversion/pipeline.js";
import type { ConversionTasks } from "./conversion/tasks.js";
import {
  type DefinitionOptions,
  type Definitions,
  loadDefinitions,
  type ProjectDefinitionOptions,
  projectDefinitions,
  schemaOfXsd,
} from "./definition/definitions.js";
import type { DefinitionTasks } from "./definition/tasks.js";
import { AssetPackages } from "./package/package.js";
import type { PackageTasks } from "./package/tasks.js";

export type { AssetKey, AssetList, AssetListForm } from "./asset-list/asset-list.js";
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
} from "./asset-list/asset-lists.js";
export type { SeedList } from "./asset-list/seed-list.js";
export type { Pipeline } from "./conversion/pipeline.js";
export type {
  DefinitionContext,
  DefinitionOptions,
  Definitions,
  ProjectDefinitionOptions,
} from "./definition/definitions.js";
export type { AssetPackage, AssetPackages, MadePackage, PackageHash, PackageLimits } from "./package/package.js";

/** The properties and methods of an engine for all systems. */
export interface SystemMethods {
  /** Reads, compares and writes asset lists. */
  readonly assetLists: AssetLists;
  /** Opens, checks and makes packages. */
  readonly packages: AssetPackages;
  /**
   * Loads game definitions: merges those of a base game and of mods, and resolves copies between definitions.
   *
   * @throws {AssayError} `misuse` if the options are invalid.
   */
  loadDefinitions(options: DefinitionOptions): Definitions;
  /**
   * Like {@link SystemMethods.loadDefinitions}, for a project: its `assay.yaml` names the folders of the base game and
   * of mods.
   */
  projectDefinitions(options: ProjectDefinitionOptions): Definitions;
  /**
   * Returns a schema of definitions, in YAML, generated from the XSD at `path` with this `content`.
   *
   * @throws {AssayError} If it is not an XSD of definitions, with the place.
   */
  schemaOfXsd(path: string, content: string | Uint8Array): string;
  /** Reads the conversion rules (`asset_rules.xml`) of a source, which select assets and their converters. */
  readPipeline(source: Source): Pipeline;
}

/** The tasks on all systems, by kind. */
export interface SystemTasks extends AssetListTasks, PackageTasks, DefinitionTasks, ConversionTasks {}

/** @internal Returns the properties and methods for all systems of an engine whose memory is `home`. */
export function systemMethods(home: Home): SystemMethods {
  return {
    assetLists: new AssetLists(home),
    packages: new AssetPackages(home),
    loadDefinitions: (options) => loadDefinitions(home, options),
    projectDefinitions: (options) => projectDefinitions(home, options),
    schemaOfXsd: (path, content) => schemaOfXsd(home, path, content),
    readPipeline: (source) => readPipeline(home, source),
  };
}
