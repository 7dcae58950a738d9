/** The options of `assay schema`. */

import { Argument } from "commander";
import type { CommandForm } from "../command.js";

/** The options of `assay schema`. */
export interface JsonSchemaOptions {
  /** The name of the schema; without one all are listed. */
  name: string | undefined;
}

/** The form of `assay schema`. */
export const SCHEMA: CommandForm<JsonSchemaOptions> = {
  name: "schema",
  usage: "[NAME]",
  summary: "print a JSON Schema: of rule files, the configuration, reports",
  description:
    "Prints a JSON Schema, with which editors check and complete what one writes, and programs what they read: " +
    "`rules` of rule files, `config` of `assay.yaml`, `report` of reports in JSON.",
  arguments: { name: new Argument("[NAME]", "the name of the schema; without it all are listed") },
  details: `
Exit codes:
  0  done
  2  there is no such schema`,
  examples: ["assay schema", "assay schema rules > rules.schema.json", "assay schema config > assay.schema.json"],
};
