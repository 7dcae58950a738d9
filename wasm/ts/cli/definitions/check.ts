/** `assay definitions check`: what is wrong with definitions. */

import type { Engine } from "../engine.js";
import { CANNOT_RUN } from "../exit.js";
import { writeParts } from "../output.js";
import { codeOf, load, told } from "./load.js";
import type { ShowOptions } from "./options.js";

/** Tells all there is to tell, and returns the exit code. */
export async function check(options: ShowOptions, engine: Engine): Promise<number> {
  const loaded = await load(options, engine);
  const { definitions, isWhole } = loaded;
  const all = [...definitions.diagnostics, ...definitions.lint()];
  const found = all.filter(({ severity }) => severity !== "info");
  const count = `${definitions.length} ${definitions.length === 1 ? "definition" : "definitions"}`;
  const sum = found.length === 0 ? "nothing to be told" : `${found.length} to be looked at`;
  const text =
    options.format === "json"
      ? `${JSON.stringify({ definitions: definitions.length, complete: definitions.complete && isWhole, diagnostics: all }, undefined, 2)}\n`
      : `${found.map(told).join("")}${count}: ${sum}\n`;
  const isWritten = await writeParts([text]);
  return isWritten ? codeOf(loaded, found.length > 0) : CANNOT_RUN;
}
