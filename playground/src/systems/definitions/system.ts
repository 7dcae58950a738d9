/** Definitions on the page. */

import { type DefinitionSurvey, systemClient } from "../../engine.ts";
import type { Folder } from "../../project.ts";
import { faultsIn } from "../faults.ts";
import { folderOf, nextLoad, type PageSystem, selecting } from "../system.ts";
import { guessed, isDefinitions, matters } from "./definition-files.ts";

export interface DefinitionsLoad {
  /** The number by which workers know what they have loaded. */
  readonly number: number;
  readonly files: Folder;
  /** The folders that are loaded if the project does not say which, in load order. */
  readonly folders: readonly string[];
  /** The folder of the base game, if the user has chosen it. It is forgotten when the project has no definitions. */
  readonly base: string | undefined;
}

// Any YAML or JSON file may be a schema, but only if there are definitions.
const pathsIn = selecting((paths) => (paths.some(isDefinitions) ? paths.filter(matters) : []));

/** The system. The report has all definitions, and how mods change them. */
export const DEFINITIONS: PageSystem<DefinitionsLoad, DefinitionSurvey> = {
  id: "definitions",
  title: "Definitions",
  load(page, before) {
    const files = folderOf(pathsIn(page), page.project, before?.files);
    return files === before?.files ? before : files && loadOf(files, before?.base);
  },
  ask: ({ number: load, folders }, { files }, running) =>
    systemClient.definitions({ files: Object.fromEntries(files), load, folders, ...running }),
  faults: ({ told }) => faultsIn(told),
};

/** Returns what is loaded if the folder `base` is that of the base game. */
export function loadOf(files: Folder, base: string | undefined): DefinitionsLoad {
  return { number: nextLoad(), files, folders: guessed(files.keys(), base), base };
}
