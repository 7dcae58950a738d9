/** Rules, compiled in an instance of the engine. */

import type { CheckerOptions } from "./api.js";
import { type Core, guarded, release } from "./core.js";

/** Rules compiled in an instance. */
export interface Compiled {
  /** The instance. */
  core: Core;
  /** The rules. */
  checker: Core["Checker"]["prototype"];
}

/**
 * Compiles rules in an instance.
 *
 * @throws What the caller's `read` throws.
 */
export function compileRules(core: Core, { rules, read, timings }: CheckerOptions): Compiled {
  const failures: unknown[] = [];
  const checker = guarded(core, () => {
    return new core.Checker([...rules], (path: string) => {
      try {
        return read?.(path);
      } catch (error) {
        failures.push(error);
        return null;
      }
    });
  });
  if (failures.length > 0) {
    release(core, checker);
    throw failures[0];
  }
  if (timings === true) {
    checker.measure();
  }
  return { core, checker };
}
