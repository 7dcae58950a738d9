/** `assay definitions check`: reports errors and warnings in definitions. */

import type { Engine } from "../engine.js";
import { print, toJson } from "../output.js";
import { codeOf, describeDiagnostic, load } from "./load.js";
import type { ShowOptions } from "./options.js";

/** Prints all errors and warnings, and returns the exit code. */
export async function check(options: ShowOptions, engine: Engine): Promise<number> {
  const loaded = await load(options, engine);
  const { definitions, isWhole } = loaded;
  const all = [...definitions.diagnostics, ...definitions.lint()];
  const found = all.filter(({ severity }) => severity !== "info");
  const count = `${definitions.length} ${definitions.length === 1 ? "definition" : "definitions"}`;
  const noun = found.length === 1 ? "error or warning" : "errors and warnings";
  const sum = found.length === 0 ? "no errors or warnings" : `${found.length} ${noun}`;
  const text =
    options.format === "json"
      ? toJson({ definitions: definitions.length, complete: definitions.complete && isWhole, diagnostics: all })
      : `${found.map(describeDiagnostic).join("")}${count}: ${sum}\n`;
  return print(text, codeOf(loaded, found.length > 0));
}
