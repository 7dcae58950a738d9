/** The options of `assay playground`. */

import { type Command as Commander, Option } from "commander";
import { Refusal } from "../refusal.js";
import { configured, examples, withOptions } from "../usage.js";

/** The options of `assay playground`. */
export interface PlaygroundOptions {
  /** The port to serve on; 0 is any that is free. */
  port: number;
}

/** Where the playground is served. */
const DEFAULT_PORT = 5710;
const MAX_PORT = 65_535;

/** Adds `assay playground`. */
export function addPlayground(program: Commander, choose: (options: PlaygroundOptions) => void): void {
  const command = configured(program.command("playground"))
    .usage("[OPTIONS]")
    .summary("serve a page on which rules are written and seen at work")
    .description(
      "Serves the playground on this machine, and to it only: a page on which rules are written and seen at work. " +
        "It prints the address to open, and serves until it is interrupted.",
    )
    .addHelpText("after", examples(["assay playground", "assay playground --port 0"]))
    .action(choose);
  withOptions(command, [
    new Option("--port <N>", `the port to serve on, 0 for any; ${DEFAULT_PORT} unless told otherwise`)
      .default(DEFAULT_PORT)
      .argParser(port),
  ]);
}

function port(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1;
  if (number < 0 || number > MAX_PORT) {
    throw new Refusal(`\`--port\` takes a whole number from 0 to ${MAX_PORT}, not \`${text}\``);
  }
  return number;
}
