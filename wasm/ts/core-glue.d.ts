// `core-glue.js` is made by `build.mjs` from what wasm-bindgen made: the same code, as a function that can be called
// once for every instance.

/** The classes and functions of one instance of the module, which is not there until `initSync` has been called. */
export type Core = typeof import("../dist/core.js") & {
  /** Says that the engine died in this instance: nothing of it is freed any more, not by the garbage collector either. */
  retire(): void;
  /** Whether that has been said. */
  retired(): boolean;
};

/** Returns a new, independent copy of the glue. An instance of `first.wasm` calls `loadRest` when it needs the rest of the engine. */
export function createCore(loadRest: () => WebAssembly.Module): Core;
