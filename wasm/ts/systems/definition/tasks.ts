/** The tasks of workers on definitions. */

import type { Contents } from "../../file-store.js";
import type { DefinitionExplanation, DefinitionSurvey } from "../../types.js";
import type { TaskListener } from "../system.js";

/** The definitions of a project to load. */
export interface DefinitionsTask {
  /** The files under check. */
  files: Contents;
  /** The number of the files and settings of definitions: with the same number, they are not loaded again. */
  load: number;
  /** The folders to load if the project names none, in load order. */
  folders?: readonly string[];
}

/** A definition to explain. */
export interface DefinitionTask extends DefinitionsTask {
  /** Its index. */
  at: number;
}

/** The tasks on definitions, by kind. */
export interface DefinitionTasks {
  /** Returns an overview of a project's definitions. Its `assay.yaml` names the folders to load. */
  definitions(task: DefinitionsTask & TaskListener): Promise<DefinitionSurvey>;
  /** Explains which context set each field of a definition. Returns undefined if the definition does not exist. */
  definition(task: DefinitionTask & TaskListener): Promise<DefinitionExplanation | undefined>;
}
