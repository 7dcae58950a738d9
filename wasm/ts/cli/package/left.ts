/** What runs have left that were ended before they could tidy up. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { warn } from "../output.js";
import { isDraft } from "../outputs.js";

/** Tells of files and folders that runs have left in a folder, each with the `advice` on what to do about it. */
export function tellLeft(folder: string, advice: string): void {
  for (const name of namesIn(folder).filter(isDraft).sort()) {
    tellDraft(join(folder, name), advice);
  }
}

/** Tells of one file or folder that a run has left. */
export function tellDraft(path: string, advice: string): void {
  warn(`\`${path}\` was left by another run: ${advice}`);
}

/** The names in a folder; none when it is not there or cannot be listed, which is told when something is to be written there. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
