/** Writes the lists that a command has made. */

import { AssayError } from "../../errors.js";
import { note, reportError } from "../output.js";
import { refuseTargets, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { formOf, type NamedList } from "./lists.js";
import type { Writing } from "./options.js";

/** The exit code when a list is not written because it would be empty. */
export const EMPTY = 1;

/** A list, and the file to write it to. */
export type ListResult = NamedList;

/**
 * Refuses targets before any work is done for them.
 *
 * @throws {Refusal} When a target cannot be written, must not be overwritten, or has an unknown extension.
 */
export function refuseResults(paths: readonly string[], { force }: Writing): void {
  for (const path of paths) {
    formOf(path);
  }
  refuseTargets(paths, force);
}

/** Reports that nothing is written because a list is empty, and how to allow that; returns the exit code. */
export function refuseEmpty(reason: string): number {
  reportError(reason, "to allow empty lists: --allow-empty");
  return EMPTY;
}

/** Writes lists, all or none, and returns the exit code. */
export async function deliver(results: readonly ListResult[], options: Writing): Promise<number> {
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
function* partsOf(path: string, list: NamedList["list"]): Iterable<Uint8Array> {
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
