/** The exports of the package that are the same on all platforms. */

export type * from "./api.js";
export type { AssetContent } from "./content.js";
export { AssayError, type ErrorPlace } from "./errors.js";
export { files, type GivenFile, type GivenFolder } from "./files.js";
export type { WasmInput, WasmModule } from "./module.js";
export { type AsyncSource, type Files, memory, type Reader, type Source, type SourceProblem } from "./source.js";
export type { AssetKey, AssetList, AssetListForm } from "./systems/asset-list/asset-list.js";
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
} from "./systems/asset-list/asset-lists.js";
export type { SeedList } from "./systems/asset-list/seed-list.js";
export type { Pipeline } from "./systems/conversion/pipeline.js";
export type {
  DefinitionContext,
  DefinitionOptions,
  Definitions,
  ProjectDefinitionOptions,
} from "./systems/definition/definitions.js";
export type {
  AssetPackage,
  AssetPackages,
  MadePackage,
  PackageHash,
  PackageLimits,
} from "./systems/package/package.js";
export type * from "./types.js";
export { type ZipLimits, zip } from "./zip/source.js";
