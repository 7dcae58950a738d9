/** The engine's WebAssembly module, as a file. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AssayError } from "../errors.js";
import type { WasmInput } from "../module.js";
import { explain } from "./explain.js";

/** Returns the bytes at a file URL, which Node's `fetch` does not support. Throws `wasm-unusable`. */
export function readModule(wasm: WasmInput): WasmInput {
  if (!(wasm instanceof URL) || wasm.protocol !== "file:") {
    return wasm;
  }
  try {
    return readFileSync(wasm);
  } catch (error) {
    const path = fileURLToPath(wasm);
    const message = `the engine's WebAssembly module \`${path}\` cannot be read: ${explain(error)}`;
    throw new AssayError("wasm-unusable", message, { path });
  }
}
