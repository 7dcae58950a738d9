/** Starts every command that `assay.ts` does not run itself: a short file loads sooner. */

import { type Begun, packagedEngines, usePackagedModules } from "./engine.js";

/** Runs a command, and returns the exit code. `begun` is a build of the engine that compiles already. */
export async function main(args: readonly string[], begun?: Begun): Promise<number> {
  usePackagedModules();
  const { run } = await import("./cli.js");
  return run(args, packagedEngines(begun));
}
