/** The options of `assay migrate`. */

import { Argument, Option } from "commander";
import type { CommandForm } from "../command.js";
import { allowPath, taking } from "../usage.js";

/** The options of `assay migrate`. */
export interface MigrateOptions {
  /** The rule file of version 1. */
  file: string;
  /** The file to write; the standard output when there is none. */
  write: string | undefined;
  /** Whether that file may be there already. */
  force: boolean;
  /** Folders that the file may name others in, besides its own. */
  allowPath: string[];
  /** The form of the notes: `text` or `json`. */
  format: string;
  /** Whether notes say only what is left to do. */
  quiet: boolean;
}

/** The form of `assay migrate`. */
export const MIGRATE: CommandForm<MigrateOptions> = {
  name: "migrate",
  usage: "[OPTIONS] FILE",
  summary: "bring a rule file of version 1 to today's form",
  description:
    "Brings a rule file of version 1 to today's form: JSON or YAML with functions in Python becomes YAML with " +
    "functions to be written in Rhai. The new file goes to the standard output, what was done and what is left " +
    "to do to the standard error.",
  arguments: { file: new Argument("<FILE>", "the rule file (.json, .yaml, .yml)") },
  options: () => [
    new Option("-o, --write <FILE>", "write the new file here instead of to the standard output"),
    new Option("--force", "write it even if there is such a file").default(false),
    taking(new Option("--format <NAME>", "the form of the notes: `text` (the default) or `json`"), [
      "text",
      "json",
    ]).default("text"),
    allowPath(),
    new Option("-q, --quiet", "tell only what is left to do").default(false),
  ],
  details: `
Exit codes:
  0  the new file is ready to run
  1  a person must do something: each thing is named with its line in the old file and in the new
  2  the file cannot be read, or the new one not be written`,
  examples: [
    "assay migrate rules.json",
    "assay migrate rules.json -o rules.yaml",
    "assay migrate rules.yaml -o rules.yaml --force",
  ],
};
