/**
 * The rest of the engine. The module `first.wasm` has the functions of the engine that first tasks use, and stubs for the
 * others. When a stub is called for the first time, it loads the module `rest.wasm`, which has all other functions.
 */

/** Returns the compiled module `rest.wasm`. The engine waits for it in the middle of its work, so it is not asynchronous. */
export type LoadRest = () => WebAssembly.Module;

let inUse: LoadRest = () => {
  throw new Error("`first.wasm` needs the address of `rest.wasm`, which is the option `rest`");
};

/** Returns the function that loads the rest for the instances of the engine. */
export function restInUse(): LoadRest {
  return inUse;
}

/** Sets the function that loads the rest for the instances of the engine. */
export function useRest(load: LoadRest): void {
  inUse = load;
}
