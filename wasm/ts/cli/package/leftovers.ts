/** Reports files and folders that were left by runs which ended before they could remove them. */

import { join } from "node:path";
import { namesIn } from "../inputs.js";
import { warn } from "../output.js";
import { isDraft } from "../outputs.js";

/** Warns about files and folders that runs have left in a folder, each with the `advice` on what to do about it. */
export function reportLeftovers(folder: string, advice: string): void {
  for (const name of namesIn(folder).filter(isDraft).sort()) {
    reportLeftover(join(folder, name), advice);
  }
}

/** Warns about a file or folder that a run has left. */
export function reportLeftover(path: string, advice: string): void {
  warn(`\`${path}\` was left by another run: ${advice}`);
}
