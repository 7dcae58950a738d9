/** Runs tests of rules in an instance of the engine. */

import type { TestOptions } from "./api.js";
import { attempt } from "./attempt.js";
import { passingOn } from "./compiled.js";
import { type Core, Crash, guarded, using } from "./core.js";
import { expectedRules } from "./expected.js";

/** A report of tests in the memory of an instance. */
export type CoreTestReport = Core["TestReport"]["prototype"];

/** Runs the tests of rule files, and returns the result of `conclude`. A {@link Crash} names the test. */
export function runTests<T>(core: Core, options: TestOptions, conclude: (report: CoreTestReport) => T): T {
  expectedRules(options);
  const { rules, read, limits, filter, coverage = false, withFiles = false } = options;
  return passingOn(read, (reading) => {
    const tested = naming(core, () => {
      return guarded(core, () => core.runTests([...rules], reading, limits, filter, coverage, withFiles));
    });
    return using(core, tested, conclude);
  });
}

/** Adds the name of the running test to a crash, if the crashed instance can still report it. */
function naming<T>(core: Core, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const [path, test] = error instanceof Crash ? (attempt(() => core.testAtHand()) ?? []) : [];
    if (!(error instanceof Crash) || path === undefined) {
      throw error;
    }
    const place = test === undefined ? `\`${path}\`` : `the test \`${test}\` of \`${path}\``;
    throw new Crash(`${error.message}, at ${place}`, { cause: error, path });
  }
}
