/** The options of `assay init`. */

import { Argument, type Command as Commander } from "commander";
import { configured, examples } from "../usage.js";

/** The options of `assay init`. */
export interface InitOptions {
  /** The folder of the project. */
  folder: string;
}

/** Adds `assay init`. */
export function addInit(program: Commander, choose: (options: InitOptions) => void): void {
  configured(program.command("init"))
    .usage("[DIR]")
    .summary("write a configuration and first rules for what lies in a folder")
    .description(
      "Looks at what lies in a folder, and writes an `assay.yaml` and a file of rules with tests for it. Nothing that is " +
        "there already is written over.",
    )
    .addArgument(new Argument("[DIR]", "the folder of the project; where you are unless told otherwise"))
    .addHelpText("after", HELP)
    .action((folder: string | undefined) => choose({ folder: folder ?? "." }));
}

const HELP = `
Exit codes:
  0  done
  2  there is a configuration already, or something cannot be read or written
${examples(["assay init", "assay init game"])}`;
