/**
 * The rest of the engine. The module `first.wasm` has the functions of the engine that first tasks use, and stubs for the
 * others. When a stub is called for the first time, it loads the module `rest.wasm`, which has all other functions.
 */

/**
 * Thrown when the engine calls a function of the rest before the rest has been loaded. The instance must be dropped. Load the
 * rest, then do the work again in another instance.
 */
export class RestNeeded extends Error {
  override name = "RestNeeded";

  constructor() {
    super("`first.wasm` needs `rest.wasm`, which has not been loaded");
  }
}

let loaded: WebAssembly.Module | undefined;

/**
 * Returns the rest for an instance of `first.wasm`.
 *
 * @throws {RestNeeded} When it has not been loaded.
 */
export function loadedRest(): WebAssembly.Module {
  if (loaded === undefined) {
    throw new RestNeeded();
  }
  return loaded;
}

/** Sets the rest for the instances of the engine. */
export function useRest(rest: WebAssembly.Module): void {
  loaded = rest;
}
