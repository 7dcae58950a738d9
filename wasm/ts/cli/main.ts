/** The start of every command, behind what `assay.ts` does itself: that is in a file of its own, which is loaded sooner. */

import { packagedEngine, usePackagedEncodings } from "./engine.js";

/**
 * Runs the command that the arguments name, and returns the process's exit code. `begun` is the engine, where somebody compiles it
 * already.
 */
export async function main(args: readonly string[], begun?: Promise<WebAssembly.Module>): Promise<number> {
  usePackagedEncodings();
  const { run } = await import("./cli.js");
  return run(args, packagedEngine(begun));
}
