/** Reports files and folders that remain from runs that were killed. */

import { join } from "node:path";
import { namesIn } from "../inputs.js";
import { warn } from "../output.js";
import { isDraft } from "../outputs.js";

/** Warns about files and folders in a folder that remain from other runs, with `advice` for each. */
export function reportLeftovers(folder: string, advice: string): void {
  for (const name of namesIn(folder).filter(isDraft).sort()) {
    reportLeftover(join(folder, name), advice);
  }
}

/** Warns about a file or folder that remains from another run. */
export function reportLeftover(path: string, advice: string): void {
  warn(`\`${path}\` remains from another run: ${advice}`);
}
