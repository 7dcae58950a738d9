/** `assay definitions resolve`: what every definition is after all mods. */

import type { Definitions } from "../../definitions.js";
import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { writeFile, writeParts } from "../output.js";
import { load, tellOf } from "./load.js";
import type { ResolveOptions } from "./options.js";

/** So many definitions are written at a time. */
const ROWS = 256;

/** Writes the definitions, and returns the exit code. */
export async function resolve(options: ResolveOptions, engine: Engine): Promise<number> {
  const definitions = await load(options, engine);
  const code = tellOf(definitions);
  const parts = options.format === "json" ? jsonParts(definitions, options.values) : definitions.write();
  const isWritten =
    options.output === undefined
      ? await writeParts(parts)
      : writeFile(options.output, Buffer.concat(Array.from(parts, (part) => Buffer.from(part))));
  return isWritten ? code : CANNOT_RUN;
}

function* jsonParts(definitions: Definitions, values: boolean): Iterable<string> {
  yield '{"definitions": [';
  for (let from = 0; from < definitions.length; from += ROWS) {
    const rows = definitions.rows(from, from + ROWS, { values });
    const before = from === 0 ? "\n" : ",\n";
    yield `${before}${rows.map((row) => JSON.stringify(row)).join(",\n")}`;
  }
  const diagnostics = definitions.diagnostics.map((diagnostic) => JSON.stringify(diagnostic));
  yield `\n], "diagnostics": [${diagnostics.length === 0 ? "" : `\n${diagnostics.join(",\n")}\n`}]}\n`;
}
