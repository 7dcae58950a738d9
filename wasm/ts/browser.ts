/** The package for browsers and other hosts with `fetch` and without a file system. */

import type { Engine, EngineOptions } from "./api.js";
import { completeEngineOf } from "./engine.js";
import { isPlain, mustBe } from "./expected.js";
import { useValidatorScript } from "./gltf.js";

export * from "./index.js";

/**
 * Loads the engine: by default the module `core_bg.wasm` next to this file.
 *
 * @throws {AssayError} `wasm-unusable` if the module cannot be fetched, or the file is not a module.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  mustBe(isPlain(options), "options", "an object", options);
  const validator = new URL("./gltf-validator/validator.js", import.meta.url);
  useValidatorScript(() => import(/* @vite-ignore */ validator.href));
  return completeEngineOf(options.wasm ?? new URL("./core_bg.wasm", import.meta.url));
}
