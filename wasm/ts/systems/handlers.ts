/** Runs the tasks of workers for all game systems. */

import type { FileStore } from "../file-store.js";
import { LastLoaded } from "../last-loaded.js";
import { compareLists } from "./asset-list/compare-lists.js";
import type { Pipeline } from "./conversion/pipeline.js";
import { explanationOf, surveyOf } from "./conversion/pipeline-survey.js";
import type { PipelineTask } from "./conversion/tasks.js";
import type { Definitions } from "./definition/definitions.js";
import type { DefinitionsTask } from "./definition/tasks.js";
import { inspectPackages, memberOf } from "./package/inspect.js";
import type { Handlers, WithoutFiles } from "./system.js";
import type { SystemMethods, SystemTasks } from "./systems.js";

/** The functions that run the tasks, by kind. */
export const SYSTEM_HANDLERS: Handlers<SystemMethods, SystemTasks> = {
  lists: ({ assetLists }, task) => compareLists(assetLists, task),
  packages: ({ packages }, task, files) => inspectPackages(packages, task, files),
  member: ({ packages }, task, files) => memberOf(packages, task, files),
  definitions: (engine, task, files) => withDefinitions(engine, task, files, (loaded) => loaded.survey()),
  definition: (engine, task, files) => withDefinitions(engine, task, files, (loaded) => loaded.explainAt(task.at)),
  pipeline: (engine, task, files) => withPipeline(engine, task, files, surveyOf),
  conversion: (engine, task, files) => withPipeline(engine, task, files, (rules) => explanationOf(rules, task.path)),
};

/** The objects that were loaded for the last task. A worker has a single engine. */
const lastDefinitions = new LastLoaded<Definitions>();
const lastPipeline = new LastLoaded<Pipeline>();

/** Returns the result of `work` on the definitions of a task. */
function withDefinitions<T>(
  engine: SystemMethods,
  { load, folders = [] }: WithoutFiles<DefinitionsTask>,
  files: FileStore,
  work: (definitions: Definitions) => T,
): T {
  const read = () => engine.projectDefinitions({ files: files.paths(), source: files, folders });
  return lastDefinitions.use(JSON.stringify([load, folders]), read, work);
}

/** Returns the result of `work` on the conversion rules of a task. */
function withPipeline<T>(
  engine: SystemMethods,
  { load }: WithoutFiles<PipelineTask>,
  files: FileStore,
  work: (pipeline: Pipeline) => T,
): T {
  return lastPipeline.use(String(load), () => engine.readPipeline(files), work);
}
