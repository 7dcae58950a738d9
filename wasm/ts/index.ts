/** What the package offers wherever it runs. */

export type * from "./api.js";
export type {
  AssetComparison,
  AssetContent,
  AssetKey,
  AssetList,
  AssetListForm,
  AssetLists,
  AssetOperation,
  AssetOutput,
  AssetPatternType,
  AssetPlatform,
  AssetReading,
  AssetRunOptions,
  SeedList,
} from "./asset-list.js";
export type {
  DefinitionContext,
  DefinitionOptions,
  Definitions,
} from "./definitions.js";
export { AssayError, type ErrorPlace } from "./errors.js";
export type { WasmInput } from "./module.js";
export { type AsyncSource, type Files, memory, type Source, type SourceProblem } from "./source.js";
export type * from "./types.js";
