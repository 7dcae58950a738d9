/** The options of `assay init`. */

import { Argument, Option } from "commander";
import type { CommandForm } from "../command.js";

export interface InitOptions {
  folder: string;
  /** True if the files are checked in the end. */
  check: boolean;
}

export const INIT: CommandForm<InitOptions> = {
  name: "init",
  summary: "write a configuration and first rules for the files in a folder, and check them",
  description:
    "Looks at the files in a folder and recognises the kind of project. Writes an `assay.yaml` with the rule packs that fit, " +
    "and first rules with tests for other files. Then checks the files. Existing files are not replaced.",
  arguments: { folder: new Argument("[DIR]", "the folder of the project; the current folder by default") },
  options: () => [new Option("--no-check", "write the files, and do not check")],
  complete: ({ folder = ".", check }) => ({ folder, check }),
  details: `
Exit codes:
  0  the files were written, even if the check has findings
  2  the folder has a configuration already, or a file cannot be read or written`,
  examples: ["assay init", "assay init --no-check game"],
};
