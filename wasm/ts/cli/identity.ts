/** What the outcome of a check depends on, the files under check aside, as a hash. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { CheckOptions } from "./options/check.js";
import type { Rules } from "./rules.js";

/** The modules that do the work. */
const MODULES = ["core_bg.wasm", "encodings_bg.wasm"];

/** A hash of the engine, the rules and what is said of them. Rules must have been compiled: they name further files. */
export function identityOf({ scriptLimit, limit, config }: CheckOptions, { files, further, problems }: Rules): string {
  const sum = createHash("sha256");
  for (const name of MODULES) {
    sum.update(readFileSync(new URL(`../${name}`, import.meta.url)));
  }
  const place = config?.at === undefined ? undefined : relative(config.at.root, config.at.folder);
  const configured = [config?.path, config?.text, place];
  const said = [files, [...further].sort(), problems, configured, sorted(scriptLimit), sorted(limit)];
  return sum.update(JSON.stringify(said)).digest("hex");
}

/** A hash of the paths of files. */
export function hashOfPaths(paths: readonly string[]): string {
  return createHash("sha256")
    .update([...paths].sort().join("\0"))
    .digest("hex");
}

function sorted(limits: object): [string, unknown][] {
  return Object.entries(limits).sort();
}
