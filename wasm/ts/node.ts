/** The package for Node. Its types are those for all hosts, so the documentation names what only Node has. */

import type { Engine, EngineOptions } from "./api.js";
import { useEncodings } from "./encodings.js";
import { completeEngineOf } from "./engine.js";
import { isPlain, mustBe } from "./expected.js";
import { packagedEncodings } from "./node/encodings.js";
import { usePackagedValidator } from "./node/gltf.js";
import { readModule } from "./node/read-module.js";

export * from "./index.js";
export { type FolderOptions, folder } from "./node/folder.js";

/** The decoder for all engines, so that its module is loaded only once. */
const ENCODINGS = packagedEncodings(new URL("./encodings_bg.wasm", import.meta.url));

/**
 * Loads the engine: by default the module of this package, which a page fetches from the folder of the package's code.
 *
 * @throws {AssayError} `wasm-unusable` if the module cannot be read, or the file is not a module.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  mustBe(isPlain(options), "options", "an object", options);
  useEncodings(ENCODINGS);
  usePackagedValidator(new URL("./gltf-validator/validator.js", import.meta.url));
  const { wasm } = options;
  return completeEngineOf(readModule(wasm ?? new URL("./core_bg.wasm", import.meta.url)));
}
