/** What one types to have the command line do what the page does, where a project was unpacked. */

import { quoted } from "../../../wasm/ts/quoted.js";
import { PROJECT } from "../project.ts";

/** The folder of the rules. */
export const RULES = PROJECT.rules.slice(0, -1);
/** The folder of what they check. */
export const FILES = PROJECT.files.slice(0, -1);

/** Says the same in `assay.yaml`: all that was on the page is checked, whatever ignore files among it say. */
export const CONFIG = `root: ${FILES}\nrules: ${RULES}\nignore: ["!*"]\n`;

/** Checks everything. */
export const CHECK = `assay check --rules ${RULES} ${FILES}`;

/** Shows what a rule does with a file, step by step. */
export function explainCommand(rule: string, path: string): string {
  return `assay explain --rules ${RULES} --root ${FILES} ${quoted(rule)} ${quoted(`${FILES}/${path}`)}`;
}
