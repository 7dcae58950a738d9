/** The start of every command: the engine compiles on other threads while this one loads the rest of the program. */

import { packagedEngine, usePackagedEncodings } from "./engine.js";

/** The commands that cannot do without the engine. */
const WITH_ENGINE = new Set(["assetlist", "bundler", "check", "config", "definitions", "explain", "pipeline", "test"]);

/** Runs the command that the arguments name, and returns the process's exit code. */
export async function main(args: readonly string[]): Promise<number> {
  usePackagedEncodings();
  const engine = packagedEngine();
  if (WITH_ENGINE.has(args[0] ?? "")) {
    void engine();
  }
  const { run } = await import("./cli.js");
  return run(args, engine);
}
