/** The tasks of workers on definitions. */

import type { Contents } from "../../file-store.js";
import type { DefinitionExplanation, DefinitionSurvey } from "../../types.js";
import type { TaskListener } from "../system.js";

/** The definitions of a project to look at. */
export interface DefinitionsTask {
  /** The files under check. */
  files: Contents;
  /** A number for the files of definitions and what they are loaded by, as they are: with the same one they are not loaded again. */
  load: number;
  /** The folders that are loaded where the project does not say which, in load order. */
  folders?: readonly string[];
}

/** A definition to explain. */
export interface DefinitionTask extends DefinitionsTask {
  /** Its place among all. */
  at: number;
}

/** The tasks on definitions, by kind. */
export interface DefinitionTasks {
  /** Returns an overview of a project's definitions. Its `assay.yaml` says which folders are loaded. */
  definitions(task: DefinitionsTask & TaskListener): Promise<DefinitionSurvey>;
  /** Explains which context set each field of a definition. Returns undefined if the definition does not exist. */
  definition(task: DefinitionTask & TaskListener): Promise<DefinitionExplanation | undefined>;
}
