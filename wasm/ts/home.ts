/** Owners of objects in the memory of the engine. */

import { type Core, guarded } from "./core.js";

/** @internal The engine that owns objects. */
export interface Home {
  /** Returns the instance in which new objects are made. */
  core(): Core;
  /** Runs `work` on the instance `core`. If the engine crashes, objects in that instance can no longer be used. */
  run<T>(core: Core, work: () => T): T;
}

/** @internal Returns a home in a single instance, which is not replaced after a crash. */
export function homeIn(core: Core): Home {
  return { core: () => core, run: guarded };
}
