/** The engine's module, which is compiled while other things are done. */

import { useEncodings } from "../encodings.js";
import { compile } from "../module.js";
import { packagedEncodings } from "../node/encodings.js";
import { readModule } from "../node/read-module.js";

/** Gives the engine's module. The first one to ask begins its compilation, unless somebody has; it goes on on other threads. */
export type Engine = () => Promise<WebAssembly.Module>;

/**
 * The engine of this package, which may have been `begun` elsewhere. It rejects with an `AssayError` when its file cannot be used.
 */
export function packagedEngine(begun?: Promise<WebAssembly.Module>): Engine {
  let module: Promise<WebAssembly.Module> | undefined;
  return () => {
    if (module === undefined) {
      // Once more where that failed, to say why.
      module = begun?.catch(begin) ?? begin();
      // Whoever waits for it hears of what went wrong; when nobody does any more, something else did before.
      module.catch(() => {});
    }
    return module;
  };
}

/** Has the module of this package decode what the engine does not. */
export function usePackagedEncodings(): void {
  useEncodings(packagedEncodings(new URL("../encodings_bg.wasm", import.meta.url)));
}

async function begin(): Promise<WebAssembly.Module> {
  return compile(readModule(new URL("../core_bg.wasm", import.meta.url)));
}
