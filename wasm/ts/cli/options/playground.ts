/** The options of `assay playground`. */

import { Option } from "commander";
import type { CommandForm } from "../command.js";
import { Refusal } from "../refusal.js";

export interface PlaygroundOptions {
  /** The port to serve on; 0 for any free port. */
  port: number;
}

const DEFAULT_PORT = 5710;
const MAX_PORT = 65_535;

export const PLAYGROUND: CommandForm<PlaygroundOptions> = {
  name: "playground",
  summary: "serve a web page for writing and trying rules",
  description:
    "Serves the playground, a web page for writing and trying rules. Only this machine can open it. " +
    "Prints the address to open, and serves until it is interrupted.",
  options: () => [
    new Option("--port <N>", `the port to serve on, or 0 for any free port; ${DEFAULT_PORT} by default`)
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
