#!/usr/bin/env node
/** The command `assay`: the shortest way to its version, and everything else. */

import { version } from "../version.js";

async function start(args: readonly string[]): Promise<void> {
  const isVersion = args.length === 1 && (args[0] === "--version" || args[0] === "-V");
  if (isVersion && (await printed(`${version}\n`))) {
    return;
  }
  const { main } = await import("./main.js");
  process.exitCode = await main(args);
}

/** Prints a text, and tells whether that worked; the program itself tries once more, and says why it does not. */
function printed(text: string): Promise<boolean> {
  process.stdout.once("error", () => {});
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(!error));
  });
}

void start(process.argv.slice(2));
