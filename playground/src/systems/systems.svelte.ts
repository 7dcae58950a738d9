/** The reports of systems on the files under check, requested without an action of the user. */

import type { PackagesData } from "../engine.ts";
import { DEFINITIONS } from "./definitions/system.ts";
import type { SystemFaults } from "./faults.ts";
import { LISTS } from "./lists/system.ts";
import { PACKAGES } from "./packages/system.ts";
import { PIPELINE } from "./pipeline/system.ts";
import { Survey } from "./survey.svelte.ts";
import type { ProjectFiles } from "./system.ts";

/**
 * Returns the surveys of all systems, in the order of their views. A new system is a new row, and its id in `SystemId`.
 */
function surveysOf(page: ProjectFiles, checked: (data: PackagesData) => void) {
  return {
    lists: new Survey(LISTS, page),
    packages: new Survey(PACKAGES, page, checked),
    definitions: new Survey(DEFINITIONS, page),
    pipeline: new Survey(PIPELINE, page),
  };
}

export class Systems {
  readonly surveys: ReturnType<typeof surveysOf>;
  readonly systemFaults: readonly SystemFaults[] = $derived.by(() =>
    this.#all.flatMap((survey) => survey.systemFaults),
  );

  /** `checked` is called with the report on packages once it is complete. */
  constructor(page: ProjectFiles, checked: (data: PackagesData) => void) {
    this.surveys = surveysOf(page, checked);
  }

  get #all() {
    return Object.values(this.surveys);
  }

  /** Finds out which files each system has. */
  look(): void {
    for (const survey of this.#all) {
      survey.look();
    }
  }

  /** Requests the reports that are out of date. */
  begin(): void {
    for (const survey of this.#all) {
      survey.begin();
    }
  }
}
