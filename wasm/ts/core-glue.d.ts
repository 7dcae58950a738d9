// `build.mjs` generates `core-glue.js` from the output of wasm-bindgen: the same code, as a function that can be called
// for every instance.

/** The classes and functions of one instance of the module, which exist after `initSync` has been called. */
export type Core = typeof import("../dist/core.js") & {
  /** Marks this instance as crashed: its objects are never freed, not even by the garbage collector. */
  retire(): void;
  /** Returns true if the instance is marked as crashed. */
  retired(): boolean;
};

/** Returns a new, independent copy of the glue, which calls `loadRest` when `first.wasm` needs `rest.wasm`. */
export function createCore(loadRest: () => WebAssembly.Module): Core;
