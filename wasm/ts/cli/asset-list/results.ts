/** Lists that a command has made, on their way to files. */

import type { AssetList } from "../../asset-list.js";
import { complain, note } from "../output.js";
import { refuseTargets, writeAll } from "../outputs.js";
import { formOf } from "./lists.js";
import type { Writing } from "./options.js";

/** The exit code when a list would be empty, and is not written. */
export const EMPTY = 1;

/** A list, and the file that it goes to. */
export interface Result {
  /** The file. */
  path: string;
  /** The list. */
  list: AssetList;
}

/**
 * Refuses targets before any work is done for them.
 *
 * @throws {Refusal} When one cannot be written, must not be, or has an ending of which nobody knows what to write.
 */
export function refuseResults(paths: readonly string[], { force }: Writing): void {
  for (const path of paths) {
    formOf(path);
  }
  refuseTargets(paths, force);
}

/** Writes lists, all or none, and returns the exit code. */
export async function deliver(results: readonly Result[], options: Writing): Promise<number> {
  const empty = results.find(({ list }) => list.length === 0);
  if (empty !== undefined && !options.allowEmpty) {
    complain(`\`${empty.path}\` would be empty, and nothing is written`, "if that is right: --allow-empty");
    return EMPTY;
  }
  await writeAll(results.map(({ path, list }) => ({ path, parts: list.write(formOf(path)) })));
  if (!options.quiet) {
    for (const { path, list } of results) {
      note(`\`${path}\`: ${counted(list.length)}`);
    }
  }
  return 0;
}

/** So many assets, in words. */
export function counted(length: number): string {
  return `${length.toLocaleString("en")} ${length === 1 ? "asset" : "assets"}`;
}
