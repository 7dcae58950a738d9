#!/usr/bin/env node
/** The command `assay`: the shortest way to its version, and everything else. */

import { version } from "../version.js";
import { packagedEngine } from "./engine.js";

/** The commands that cannot do without the engine. */
const WITH_ENGINE = new Set(["check", "explain", "migrate", "test"]);

async function start(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
    console.log(version);
    return;
  }
  const engine = packagedEngine();
  if (WITH_ENGINE.has(args[0] ?? "")) {
    // Compiles on other threads while this one loads everything else.
    void engine();
  }
  const { run } = await import("./cli.js");
  process.exitCode = await run(args, engine);
}

void start(process.argv.slice(2));
