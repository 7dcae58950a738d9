/** The exports of the package that are the same on all platforms. */

export type * from "./api.js";
export type { AssetContent } from "./content.js";
export { AssayError, type ErrorPlace } from "./errors.js";
export { files, type GivenFile, type GivenFolder } from "./files.js";
export type { WasmInput, WasmModule } from "./module.js";
export { type AsyncSource, type Files, memory, type Reader, type Source, type SourceProblem } from "./source.js";
export type * from "./systems/systems.js";
export type * from "./types.js";
export type { ZipLimits } from "./zip/limits.js";
export { zip } from "./zip/source.js";
