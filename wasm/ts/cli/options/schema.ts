/** The options of `assay schema`. */

import { Argument } from "commander";
import type { CommandForm } from "../command.js";

export interface JsonSchemaOptions {
  /** The name of the schema; undefined to list all schemas. */
  name: string | undefined;
}

export const SCHEMA: CommandForm<JsonSchemaOptions> = {
  name: "schema",
  summary: "print the JSON Schema of rule files, the configuration or reports",
  description:
    "Prints a JSON Schema, with which editors validate and complete files, and programs validate reports: " +
    "`rules` for rule files, `config` for `assay.yaml`, `report` for reports in JSON.",
  arguments: { name: new Argument("[NAME]", "the name of the schema; without it, all schemas are listed") },
  details: `
Exit codes:
  0  done
  2  no schema has this name`,
  examples: ["assay schema", "assay schema rules > rules.schema.json", "assay schema config > assay.schema.json"],
};
