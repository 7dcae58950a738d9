/** The options of `assay init`. */

import { Argument } from "commander";
import type { CommandForm } from "../command.js";

/** The options of `assay init`. */
export interface InitOptions {
  /** The folder of the project. */
  folder: string;
}

/** The form of `assay init`. */
export const INIT: CommandForm<InitOptions> = {
  name: "init",
  usage: "[DIR]",
  summary: "write a configuration and first rules for what lies in a folder",
  description:
    "Looks at what lies in a folder, and writes an `assay.yaml` and a file of rules with tests for it. Nothing that is " +
    "there already is written over.",
  arguments: { folder: new Argument("[DIR]", "the folder of the project; where you are unless told otherwise") },
  complete: ({ folder = "." }) => ({ folder }),
  details: `
Exit codes:
  0  done
  2  there is a configuration already, or something cannot be read or written`,
  examples: ["assay init", "assay init game"],
};
