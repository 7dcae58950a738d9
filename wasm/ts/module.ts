/** Compiles the engine's WebAssembly module. */

import { AssayError, messageOf } from "./errors.js";
import { expected, isObject } from "./expected.js";

/**
 * The type of a compiled WebAssembly module, if the types of the program have one: those of the DOM do, those of Node
 * may not.
 */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

/** The bytes of such a module: a `BufferSource`, with types that all programs have. */
type WasmBytes = ArrayBufferView | ArrayBuffer;

/** The forms in which `createEngine` accepts the engine's module. */
export type WasmInput = URL | Response | WasmBytes | WasmModule;

/** Compiles the engine's module. Throws `wasm-unusable`, or `misuse` for a value of another type. */
export async function compile(wasm: WasmInput): Promise<WasmModule> {
  if (wasm instanceof WebAssembly.Module) {
    return wasm;
  }
  const is = wasm instanceof URL || isBytes(wasm) || (isObject(wasm) && typeof wasm.arrayBuffer === "function");
  expected(is, "the address of the module (a `URL`), a `Response`, bytes or a `WebAssembly.Module`", wasm);
  try {
    if (wasm instanceof URL) {
      return await compileResponse(await fetch(wasm));
    }
    return await (isBytes(wasm) ? WebAssembly.compile(wasm as BufferSource) : compileResponse(wasm));
  } catch (error) {
    throw new AssayError("wasm-unusable", `the engine's WebAssembly module cannot be used: ${messageOf(error)}`);
  }
}

/** Returns true for bytes. Does not test for `Response`, as using that class makes Node load its whole HTTP client. */
function isBytes(wasm: Response | WasmBytes): wasm is WasmBytes {
  return ArrayBuffer.isView(wasm) || wasm instanceof ArrayBuffer;
}

/** Compiles while the bytes arrive if the content type is right, and otherwise after they have arrived. */
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}`);
  }
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
