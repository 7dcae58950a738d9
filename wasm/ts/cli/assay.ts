#!/usr/bin/env node
/** The command `assay`: the shortest way to its version, and everything else. */

import { version } from "../version.js";

const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === "--version" || args[0] === "-V")) {
  console.log(version);
} else {
  const { run } = await import("./cli.js");
  process.exitCode = await run(args);
}
