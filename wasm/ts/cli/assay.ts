#!/usr/bin/env node
/** The program `assay`: prints its version quickly, and starts everything else. */

import { readFileSync } from "node:fs";
import { attempt } from "../attempt.js";
import { version } from "../version.js";
import { looksSmall } from "./extent.js";

/** The commands that may end without the engine. */
const WITHOUT_ENGINE = new Set(["completion", "help", "init", "migrate", "package", "playground", "report", "schema"]);

async function start(args: readonly string[]): Promise<void> {
  const isVersion = args.length === 1 && (args[0] === "--version" || args[0] === "-V");
  if (isVersion && (await printed(`${version}\n`))) {
    return;
  }
  const [command = "", ...rest] = args;
  const isSmall = command === "check" && looksSmall(rest);
  const needsEngine = /^\w/.test(command) && !WITHOUT_ENGINE.has(command);
  const module = needsEngine ? compiling(isSmall ? "small_bg.wasm" : "core_bg.wasm") : undefined;
  // Loaded while the engine compiles on other threads.
  const { main } = await import("./main.js");
  process.exitCode = await main(args, module === undefined ? undefined : { module, isSmall });
}

/** Compiles the engine on other threads while this one loads the program, which reports its errors. */
function compiling(name: string): Promise<WebAssembly.Module> | undefined {
  const engine = attempt(() => WebAssembly.compile(readFileSync(new URL(`../${name}`, import.meta.url))));
  engine?.catch(() => {});
  return engine;
}

/** Prints a string, and resolves to false if that failed; the program then tries again and reports the error. */
function printed(text: string): Promise<boolean> {
  process.stdout.once("error", () => {});
  return new Promise((resolve) => {
    process.stdout.write(text, (error) => resolve(!error));
  });
}

void start(process.argv.slice(2));
