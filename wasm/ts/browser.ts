/** The package in a browser, or wherever else there is `fetch` and no file system. */

import type { Engine, EngineOptions } from "./api.js";
import { completeEngineOf } from "./engine.js";
import { expected, isPlain } from "./expected.js";
import { useValidatorScript } from "./gltf.js";

export * from "./index.js";

/**
 * Loads the engine: by default the module `core_bg.wasm` that lies beside this file.
 *
 * @throws {AssayError} `wasm-unusable` when the module cannot be fetched or is none.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  expected(isPlain(options), "options as an object", options);
  const validator = new URL("./gltf-validator/validator.js", import.meta.url);
  useValidatorScript(() => import(/* @vite-ignore */ validator.href));
  return completeEngineOf(options.wasm ?? new URL("./core_bg.wasm", import.meta.url));
}
