/** The options of `assay playground`. */

import { Option } from "commander";
import type { CommandForm } from "../command.js";
import { Refusal } from "../refusal.js";

/** The options of `assay playground`. */
export interface PlaygroundOptions {
  /** The port to serve on; 0 is any that is free. */
  port: number;
}

/** Where the playground is served. */
const DEFAULT_PORT = 5710;
const MAX_PORT = 65_535;

/** The form of `assay playground`. */
export const PLAYGROUND: CommandForm<PlaygroundOptions> = {
  name: "playground",
  usage: "[OPTIONS]",
  summary: "serve a page on which rules are written and seen at work",
  description:
    "Serves the playground on this machine, and to it only: a page on which rules are written and seen at work. " +
    "It prints the address to open, and serves until it is interrupted.",
  options: () => [
    new Option("--port <N>", `the port to serve on, 0 for any; ${DEFAULT_PORT} unless told otherwise`)
      .default(DEFAULT_PORT)
      .argParser(port),
  ],
  examples: ["assay playground", "assay playground --port 0"],
};

function port(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1;
  if (number < 0 || number > MAX_PORT) {
    throw new Refusal(`\`--port\` takes a whole number from 0 to ${MAX_PORT}, not \`${text}\``);
  }
  return number;
}
