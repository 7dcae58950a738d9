/** The package in a browser, or wherever else there is `fetch` and no file system. */

import type { Engine, EngineOptions } from "./api.js";
import { engineOf } from "./engine.js";

export * from "./index.js";

/**
 * Loads the engine: by default the module `core_bg.wasm` that lies beside this file.
 *
 * @throws {AssayError} `wasm-unusable` when the module cannot be fetched or is none.
 */
export function createEngine({ wasm }: EngineOptions = {}): Promise<Engine> {
  return engineOf(wasm ?? new URL("./core_bg.wasm", import.meta.url));
}
