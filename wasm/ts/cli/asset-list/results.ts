/** Lists that a command has made, on their way to files. */

import { AssayError } from "../../errors.js";
import { complain, note } from "../output.js";
import { refuseTargets, writeAll } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { formOf, type NamedList } from "./lists.js";
import type { Writing } from "./options.js";

/** The exit code when a list would be empty, and is not written. */
export const EMPTY = 1;

/** A list, and the file that it goes to. */
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
  complain(reason, "if that is right: --allow-empty");
  return EMPTY;
}

/** Writes lists, all or none, and returns the exit code. */
export async function deliver(results: readonly ListResult[], options: Writing): Promise<number> {
  const empty = results.find(({ list }) => list.length === 0);
  if (empty !== undefined && !options.allowEmpty) {
    return refuseEmpty(`\`${empty.path}\` would be empty, and nothing is written`);
  }
  await writeAll(results.map(({ path, list }) => ({ path, parts: partsOf(path, list) })));
  if (!options.quiet) {
    for (const { path, list } of results) {
      note(`\`${path}\`: ${counted(list.length)}`);
    }
  }
  return 0;
}

/** The parts of a list; when the form has no place for a path, the file is named. */
function* partsOf(path: string, list: NamedList["list"]): Iterable<Uint8Array> {
  try {
    yield* list.write(formOf(path));
  } catch (error) {
    throw error instanceof AssayError && error.code === "asset-list-character"
      ? new Refusal(`\`${path}\` cannot be written: ${error.message}`, "end its name in .json")
      : error;
  }
}

/** Returns a number of assets in words, such as `1,024 assets`. */
export function counted(length: number): string {
  return `${length.toLocaleString("en")} ${length === 1 ? "asset" : "assets"}`;
}
