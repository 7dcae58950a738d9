/** Where objects live that stay in the memory of the engine. */

import { type Core, guarded } from "./core.js";

/** @internal What an object of the engine's memory lives in. */
export interface Home {
  /** Runs `work`; an engine that dies of it is replaced, and its objects are of no use any more. */
  run<T>(core: Core, work: () => T): T;
}

/** @internal The engine that objects live in: one that revives after a crash. */
export function homeOf(reviving: <T>(core: Core, work: () => T) => T): Home {
  return { run: (core, work) => reviving(core, () => guarded(core, work)) };
}
