/** The engine's WebAssembly module, wherever it comes from. */

import { AssayError } from "./errors.js";
import { expected, isObject } from "./expected.js";

/** A module of WebAssembly that is compiled already, for programs whose types know of such: those of the DOM do, those of Node may not. */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
  ? Module
  : never;

/** The bytes of such a module: a `BufferSource`, by names that all programs know. */
type WasmBytes = ArrayBufferView | ArrayBuffer;

/** The forms in which `createEngine` accepts the engine's module. */
export type WasmInput = URL | Response | WasmBytes | WasmModule;

/**
 * Compiles what a caller gave as the engine's module.
 *
 * @throws {AssayError} `wasm-unusable` when it cannot be fetched or is no module; `misuse` when it is nothing of these.
 */
export async function compile(wasm: WasmInput): Promise<WasmModule> {
  if (wasm instanceof WebAssembly.Module) {
    return wasm;
  }
  const is = wasm instanceof URL || isBytes(wasm) || (isObject(wasm) && typeof wasm.arrayBuffer === "function");
  expected(is, "the module as its address (a `URL`), a `Response`, bytes or a `WebAssembly.Module`", wasm);
  try {
    if (wasm instanceof URL) {
      return await compileResponse(await fetch(wasm));
    }
    return await (isBytes(wasm) ? WebAssembly.compile(wasm as BufferSource) : compileResponse(wasm));
  } catch (error) {
    throw new AssayError("wasm-unusable", `the engine's WebAssembly module cannot be used: ${reason(error)}`);
  }
}

/** Not whether it is a `Response`: to ask for that class has Node load its whole HTTP client. */
function isBytes(wasm: Response | WasmBytes): wasm is WasmBytes {
  return ArrayBuffer.isView(wasm) || wasm instanceof ArrayBuffer;
}

/** Compiles while the bytes arrive, where the server names their type; many do not, and then after they arrived. */
async function compileResponse(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok) {
    throw new Error(`${response.url} answered ${response.status}`);
  }
  if (response.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
