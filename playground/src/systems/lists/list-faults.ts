/** Finds faults in the asset lists of a project. */

import { AssayError, type Problem, type Running, systemClient } from "../../engine.ts";
import { type Place, placeOf } from "../../place.ts";
import type { Content, Folder } from "../../project.ts";
import { messageWithPlace, placeOfFault } from "../fault-place.ts";

export interface ListFault extends Pick<Problem, "message" | "help"> {
  weight: "error" | "warning";
  path: string;
  place: Place | undefined;
}

/** Finds the faults of asset lists. Lists that have not changed are not checked again. */
export class ListFaults {
  #known: ReadonlyMap<string, { content: Content; faults: readonly ListFault[] }> = new Map();

  /** Returns the faults of these lists, in their order. */
  async of(lists: Folder, running: Running): Promise<readonly ListFault[]> {
    const known = new Map<string, { content: Content; faults: readonly ListFault[] }>();
    for (const [path, content] of lists) {
      const before = this.#known.get(path);
      const faults = before?.content === content ? before.faults : await faultsOf(path, content, running);
      known.set(path, { content, faults });
    }
    this.#known = known;
    return [...known.values()].flatMap(({ faults }) => faults);
  }
}

async function faultsOf(path: string, content: Content, running: Running): Promise<ListFault[]> {
  const list = { path, content };
  try {
    // Comparing a list with itself reads and validates it.
    const { first } = await systemClient.compareLists({ first: list, second: list, operation: "union", ...running });
    return first.warnings.map((warning) => ({ ...warning, weight: "warning", path, place: placeOf(warning, "files") }));
  } catch (error) {
    if (!(error instanceof AssayError) || error.path === undefined || running.signal.aborted) {
      throw error;
    }
    const place = await placeOfFault(error, new Map([[path, content]]));
    return [{ weight: "error", message: messageWithPlace(error, place), path, place }];
  }
}
