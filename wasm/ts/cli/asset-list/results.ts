/** Writes the lists that a command has made. */

import { AssayError } from "../../errors.js";
import type { AssetList } from "../../systems/asset-list/asset-list.js";
import { FAULTY } from "../exit.js";
import { note, reportError } from "../output.js";
import { refuseTargets, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { formOf, type NamedList } from "./lists.js";
import type { Writing } from "./options.js";

/** Throws a {@link Refusal} for targets that cannot be written or have a wrong extension, before any work is done. */
export function refuseResults(paths: readonly string[], { force }: Writing): void {
  for (const path of paths) {
    formOf(path);
  }
  refuseTargets(paths, force);
}

/** Reports that nothing is written because a list is empty, and how to allow that; returns the exit code. */
export function refuseEmpty(reason: string): number {
  reportError(reason, "to allow empty lists: --allow-empty");
  return FAULTY;
}

/** Writes lists, all or none, and returns the exit code. */
export async function deliver(results: readonly NamedList[], options: Writing): Promise<number> {
  const empty = results.find(({ list }) => list.length === 0);
  if (empty !== undefined && !options.allowEmpty) {
    return refuseEmpty(`\`${empty.path}\` would be empty; nothing was written`);
  }
  await writeAll(results.map(({ path, list }) => ({ path, parts: partsOf(path, list) })));
  if (!options.quiet) {
    for (const { path, list } of results) {
      note(`\`${path}\`: ${counted(list.length)}`);
    }
  }
  return 0;
}

/** Yields the parts of a list. If the format cannot represent a path, the error names the file. */
function* partsOf(path: string, list: AssetList): Iterable<Uint8Array> {
  try {
    yield* list.write(formOf(path));
  } catch (error) {
    throw error instanceof AssayError && error.code === "asset-list-character"
      ? new Refusal(`\`${path}\` cannot be written: ${error.message}`, "write JSON instead: use the extension .json")
      : error;
  }
}

/** Returns a number of assets in words, such as `1,024 assets`. */
export function counted(length: number): string {
  return `${length.toLocaleString("en")} ${length === 1 ? "asset" : "assets"}`;
}
