/** The options of `assay migrate`. */

import { Argument, Option } from "commander";
import type { CommandForm } from "../command.js";
import { allowPath, taking } from "../usage.js";

export interface MigrateOptions {
  /** The rule file of version 1. */
  file: string;
  /** The file to write; undefined for the standard output. */
  write: string | undefined;
  /** True if that file may be overwritten. */
  force: boolean;
  /** Further folders with files that the rule file may refer to. */
  allowPath: string[];
  /** The format of the notes: `text` or `json`. */
  format: string;
  /** True if the notes list only the remaining work. */
  quiet: boolean;
}

export const MIGRATE: CommandForm<MigrateOptions> = {
  name: "migrate",
  summary: "convert a rule file of version 1 to the current format",
  description:
    "Converts a rule file of version 1 to the current format: JSON or YAML with functions in Python becomes YAML with " +
    "functions that you complete in Rhai. Prints the new file on the standard output, and the changes and the " +
    "remaining work on the standard error.",
  arguments: { file: new Argument("<FILE>", "the rule file (.json, .yaml, .yml)") },
  options: () => [
    new Option("-o, --write <FILE>", "write the new file here instead of to the standard output"),
    new Option("--force", "overwrite an existing file").default(false),
    taking(new Option("--format <NAME>", "the format of the notes: `text` (the default) or `json`"), [
      "text",
      "json",
    ]).default("text"),
    allowPath(),
    new Option("-q, --quiet", "report only the remaining work").default(false),
  ],
  details: `
Exit codes:
  0  the new file is ready to run
  1  the new file has to be completed: the notes list what to do, with lines in both files
  2  the file cannot be read, or the new file cannot be written`,
  examples: [
    "assay migrate rules.json",
    "assay migrate rules.json -o rules.yaml",
    "assay migrate rules.yaml -o rules.yaml --force",
  ],
};
