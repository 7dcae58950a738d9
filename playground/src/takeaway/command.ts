/** What one types to have the command line do what the page does, where a project was unpacked. */

import { PROJECT } from "../drop/arrange.ts";

/** The folder of the rules. */
export const RULES = PROJECT.rules.slice(0, -1);
/** The folder of what they check. */
export const FILES = PROJECT.files.slice(0, -1);

/** Checks everything. */
export const CHECK = `assay check --rules ${RULES} ${FILES}`;

/** Shows what a rule does with a file, step by step. */
export function explainCommand(rule: string, path: string): string {
  return `assay explain --rules ${RULES} --root ${FILES} ${quoted(rule)} ${quoted(`${FILES}/${path}`)}`;
}

/** A text as one word of a shell. */
function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
