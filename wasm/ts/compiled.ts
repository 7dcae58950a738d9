/** Rules, compiled in an instance of the engine. */

import type { CheckerOptions } from "./api.js";
import { type Core, guarded, release } from "./core.js";
import { expected, isNow } from "./expected.js";

export interface Compiled {
  core: Core;
  checker: Core["Checker"]["prototype"];
}

/** Compiles rules. Throws an {@link AssayError} for an invalid limit, and the errors of the caller's `read`. */
export function compileRules(core: Core, options: CheckerOptions): Compiled {
  const { rules, read, limits, packageLimits, config, choices, timings, hasPrevious } = options;
  const checker = passingOn(
    read,
    (reading) => guarded(core, () => new core.Checker([...rules], reading, limits, config, choices)),
    (unused) => release(core, unused),
  );
  if (packageLimits !== undefined) {
    try {
      const limits = JSON.stringify(packageLimits);
      guarded(core, () => checker.limitPackages(limits));
    } catch (error) {
      release(core, checker);
      throw error;
    }
  }
  if (timings === true) {
    checker.measure();
  }
  if (hasPrevious === true) {
    checker.setHasPrevious();
  }
  return { core, checker };
}

/** A function that returns the content of a further file. */
type ReadRuleFile = NonNullable<CheckerOptions["read"]>;

/**
 * Returns the result of `work`, which is called with a `read` that never throws into the engine.
 *
 * @throws The error that the caller's `read` has thrown. The result of `work` is passed to `drop` then.
 */
export function passingOn<T>(
  read: ReadRuleFile | undefined,
  work: (read: ReadRuleFile) => T,
  drop?: (made: T) => void,
): T {
  // An exception that passes through WebAssembly would leave the instance in an undefined state.
  const failures: unknown[] = [];
  const made = work((path) => {
    try {
      const text = read?.(path);
      expected(isNow(text), "`read` to return the content itself", text);
      return text;
    } catch (error) {
      failures.push(error);
      return null;
    }
  });
  if (failures.length > 0) {
    drop?.(made);
    throw failures[0];
  }
  return made;
}
