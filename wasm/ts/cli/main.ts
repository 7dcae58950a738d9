/**
 * Starts every command that `assay.ts` does not run itself. `assay.ts` is a separate file, as a short file loads
 * sooner.
 */

import { type Begun, packagedEngines, usePackagedModules } from "./engine.js";

/**
 * Runs the command that the arguments name, and returns the exit code. `begun` is a build of the engine that compiles
 * already.
 */
export async function main(args: readonly string[], begun?: Begun): Promise<number> {
  usePackagedModules();
  const { run } = await import("./cli.js");
  return run(args, packagedEngines(begun));
}
