/** Files of the repository. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Returns all files of a folder in the order of their names, with paths relative to `base`. */
export function filesIn(folder: string, base = folder): [path: string, bytes: Buffer<ArrayBuffer>][] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return files.map((file) => [relative(base, file).split(sep).join("/"), readFileSync(file)]);
}
