/** Names that are not UTF-8: Node returns them with U+FFFD instead of invalid bytes, and no file has such a name. */

import { isUtf8 } from "node:buffer";
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { attempt } from "../attempt.js";

/** The reason why a file with such a name cannot be used, as the end of a sentence after a colon. */
export const MISNAMED = "its name is not UTF-8; rename it";

/** Returns true if nothing exists at a path because a name in it is not valid UTF-8. */
export function isMisnamed(path: string): boolean {
  if (!path.includes("\ufffd")) {
    return false;
  }
  const folder = dirname(path);
  const names = attempt(() => readdirSync(folder, { encoding: "buffer" })) ?? [];
  // The invalid name may be that of a folder above.
  return isMisnamed(folder) || names.some((name) => !isUtf8(name) && name.toString() === basename(path));
}
