/** The options of `assay schema`. */

import { Argument, type Command as Commander } from "commander";
import { configured, examples } from "../usage.js";

/** The options of `assay schema`. */
export interface JsonSchemaOptions {
  /** The name of the schema; without one all are listed. */
  name: string | undefined;
}

/** Adds `assay schema`. */
export function addSchema(program: Commander, choose: (options: JsonSchemaOptions) => void): void {
  configured(program.command("schema"))
    .usage("[NAME]")
    .summary("print a JSON Schema: of rule files, the configuration, reports")
    .description(
      "Prints a JSON Schema, with which editors check and complete what one writes, and programs what they read: " +
        "`rules` of rule files, `config` of `assay.yaml`, `report` of reports in JSON.",
    )
    .addArgument(new Argument("[NAME]", "the name of the schema; without it all are listed"))
    .addHelpText("after", HELP)
    .action((name: string | undefined) => choose({ name }));
}

const HELP = `
Exit codes:
  0  done
  2  there is no such schema
${examples(["assay schema", "assay schema rules > rules.schema.json", "assay schema config > assay.schema.json"])}`;
