/** The package in Node. Its types are those of the package everywhere, so that what only Node has says so. */

import type { Engine, EngineOptions } from "./api.js";
import { useEncodings } from "./encodings.js";
import { completeEngineOf } from "./engine.js";
import { expected, isPlain } from "./expected.js";
import { packagedEncodings } from "./node/encodings.js";
import { usePackagedValidator } from "./node/gltf.js";
import { readModule } from "./node/read-module.js";

export * from "./index.js";
export { type FolderOptions, folder } from "./node/folder.js";

/** One for all engines, as it may be loaded. */
const ENCODINGS = packagedEncodings(new URL("./encodings_bg.wasm", import.meta.url));

/**
 * Loads the engine: by default the module that came with this package, which a page fetches from beside the package's code.
 *
 * @throws {AssayError} `wasm-unusable` when the module cannot be read or is none.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  expected(isPlain(options), "options as an object", options);
  useEncodings(ENCODINGS);
  usePackagedValidator(new URL("./gltf-validator/validator.js", import.meta.url));
  const { wasm } = options;
  return completeEngineOf(readModule(wasm ?? new URL("./core_bg.wasm", import.meta.url)));
}
