/** Names that are no text: Node gives them with U+FFFD in place of bytes, and nothing is to be found under that. */

import { isUtf8 } from "node:buffer";
import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The reason why a file with such a name cannot be used, in words that follow a colon. */
export const MISNAMED = "its name is not UTF-8; give it another one";

/** Whether a path at which there is nothing is that of a file or folder whose name, or a folder's above it, is no text. */
export function isMisnamed(path: string): boolean {
  if (!path.includes("\ufffd")) {
    return false;
  }
  const folder = dirname(path);
  return isMisnamed(folder) || namesIn(folder).some((name) => !isUtf8(name) && name.toString() === basename(path));
}

function namesIn(folder: string): Buffer[] {
  try {
    return readdirSync(folder, { encoding: "buffer" });
  } catch {
    return [];
  }
}
