/** Runs the glTF validator in Node: a script of this package, which is loaded when the first model is validated. */

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { loadedProgram, useValidatorProgram, type ValidatorProgram } from "../gltf.js";
import { explain } from "./explain.js";

/** Uses the script in a file to validate models. */
export function usePackagedValidator(script: URL): void {
  useValidatorProgram(() => loadedProgram() ?? load(script));
}

function load(script: URL): ValidatorProgram {
  try {
    createRequire(script)(fileURLToPath(script));
  } catch (error) {
    throw new Error(`\`${script.pathname}\` cannot be used: ${explain(error)}`);
  }
  const program = loadedProgram();
  if (program === undefined) {
    throw new Error(`\`${script.pathname}\` is not the validator`);
  }
  return program;
}
