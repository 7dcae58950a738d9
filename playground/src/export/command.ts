/** The commands that do the same as the page, for the folder into which a project was unpacked. */

import { quoted } from "../../../wasm/ts/quoted.js";
import { PROJECT } from "../project.ts";

export const RULES = PROJECT.rules.slice(0, -1);
export const FILES = PROJECT.files.slice(0, -1);

/** The content of `assay.yaml` with these folders. The page checks all files, also those that ignore files exclude. */
export const CONFIG = `root: ${FILES}\nrules: ${RULES}\nignore: ["!*"]\n`;

/** The command that checks everything. */
export const CHECK = `assay check --rules ${RULES} ${FILES}`;

/** Returns the command that shows the steps of a rule over a file. */
export function explainCommand(rule: string, path: string): string {
  return `assay explain --rules ${RULES} --root ${FILES} ${quoted(rule)} ${quoted(`${FILES}/${path}`)}`;
}
