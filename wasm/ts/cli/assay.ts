#!/usr/bin/env node
/** The command `assay`: the shortest way to its version, and everything else. */

import { version } from "../version.js";

async function start(args: readonly string[]): Promise<void> {
  if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
    console.log(version);
    return;
  }
  const { main } = await import("./main.js");
  process.exitCode = await main(args);
}

void start(process.argv.slice(2));
