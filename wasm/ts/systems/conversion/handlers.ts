/** Runs the tasks of workers on conversion rules. */

import type { FileStore } from "../../file-store.js";
import { LastLoaded } from "../../last-loaded.js";
import type { Handlers, WithoutFiles } from "../system.js";
import type { Pipeline } from "./pipeline.js";
import { explanationOf, surveyOf } from "./pipeline-survey.js";
import type { ConversionMethods } from "./system.js";
import type { ConversionTasks, PipelineTask } from "./tasks.js";

/** The functions that run the tasks, by kind. */
export const CONVERSION_HANDLERS: Handlers<ConversionMethods, ConversionTasks> = {
  pipeline: (engine, task, files) => withRead(engine, task, files, surveyOf),
  conversion: (engine, task, files) => withRead(engine, task, files, (rules) => explanationOf(rules, task.path)),
};

/** The conversion rules that were read for the last task. A worker has a single engine. */
const kept = new LastLoaded<Pipeline>();

/** Returns the result of `work` on the conversion rules of a task. */
function withRead<T>(
  engine: ConversionMethods,
  { load }: WithoutFiles<PipelineTask>,
  files: FileStore,
  work: (pipeline: Pipeline) => T,
): T {
  return kept.use(String(load), () => engine.readPipeline(files), work);
}
