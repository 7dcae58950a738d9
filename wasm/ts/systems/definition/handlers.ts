/** Runs the tasks of workers on definitions. */

import type { FileStore } from "../../file-store.js";
import { LastLoaded } from "../../last-loaded.js";
import type { Handlers, WithoutFiles } from "../system.js";
import type { Definitions } from "./definitions.js";
import type { DefinitionMethods } from "./system.js";
import type { DefinitionsTask, DefinitionTasks } from "./tasks.js";

/** The functions that run the tasks, by kind. */
export const DEFINITION_HANDLERS: Handlers<DefinitionMethods, DefinitionTasks> = {
  definitions: (engine, task, files) => withLoaded(engine, task, files, (loaded) => loaded.survey()),
  definition: (engine, task, files) => withLoaded(engine, task, files, (loaded) => loaded.explainAt(task.at)),
};

/** The definitions that were loaded for the last task. A worker has a single engine. */
const kept = new LastLoaded<Definitions>();

/** Returns the result of `work` on the definitions of a task. */
function withLoaded<T>(
  engine: DefinitionMethods,
  { load, folders = [] }: WithoutFiles<DefinitionsTask>,
  files: FileStore,
  work: (definitions: Definitions) => T,
): T {
  const read = () => engine.projectDefinitions({ files: files.paths(), source: files, folders });
  return kept.use(JSON.stringify([load, folders]), read, work);
}
