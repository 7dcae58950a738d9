/**
 * The second part of the engine. The module `first.wasm` contains the functions of the engine that first tasks use, and
 * stubs for all other functions. When a stub is called for the first time, it loads the module `rest.wasm` with these
 * functions.
 */

/**
 * Thrown if the engine calls a function of `rest.wasm` before that module has been loaded. The instance must be
 * dropped. Load the module, then repeat the work in another instance.
 */
export class RestNeeded extends Error {
  override name = "RestNeeded";

  constructor() {
    super("`first.wasm` needs `rest.wasm`, which has not been loaded");
  }
}

let loaded: WebAssembly.Module | undefined;

/** Returns the module `rest.wasm` for an instance of `first.wasm`. Throws {@link RestNeeded} if it is not loaded. */
export function loadedRest(): WebAssembly.Module {
  if (loaded === undefined) {
    throw new RestNeeded();
  }
  return loaded;
}

/** Sets the module `rest.wasm` for the instances of the engine. */
export function useRest(rest: WebAssembly.Module): void {
  loaded = rest;
}
