/** The engine's module, which is compiled in the background. */

import { useEncodings } from "../encodings.js";
import { compile } from "../module.js";
import { packagedEncodings } from "../node/encodings.js";
import { usePackagedValidator } from "../node/gltf.js";
import { readModule } from "../node/read-module.js";

/** Returns the engine's module. The first call starts its compilation on other threads, if it has not started. */
export type Engine = () => Promise<WebAssembly.Module>;

/** The builds of the engine. */
export interface Engines {
  fast: Engine;
  /** The build with which a check begins: `fast`, or the one for small checks, which starts sooner. */
  first: Engine;
}

/** A build whose compilation began before the program was loaded. */
export interface Begun {
  module: Promise<WebAssembly.Module>;
  /** True if it is the build for small checks. */
  isSmall: boolean;
}

/** Returns the builds of the engine in this package; one of them may have been `begun`. */
export function packagedEngines(begun?: Begun): Engines {
  const fast = packagedEngine(begun?.isSmall ? undefined : begun?.module);
  return { fast, first: begun?.isSmall ? packagedEngine(begun.module) : fast };
}

/** Returns the build for speed, or the one that has `begun`. Rejects if its file cannot be used. */
function packagedEngine(begun?: Promise<WebAssembly.Module>): Engine {
  let module: Promise<WebAssembly.Module> | undefined;
  return () => {
    if (module === undefined) {
      // If the early compilation failed, compile again to report the error.
      module = begun?.catch(begin) ?? begin();
      // Callers that await the module handle its error. Without a caller, another error has ended the command before.
      module.catch(() => {});
    }
    return module;
  };
}

/** Uses modules of this package for tasks that the engine leaves to its host. */
export function usePackagedModules(): void {
  useEncodings(packagedEncodings(new URL("../encodings_bg.wasm", import.meta.url)));
  usePackagedValidator(new URL("../gltf-validator/validator.js", import.meta.url));
}

async function begin(): Promise<WebAssembly.Module> {
  return compile(readModule(new URL("../core_bg.wasm", import.meta.url)));
}
