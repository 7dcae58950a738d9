/** Conversion rules as a system of this package. */

import { expectedSource } from "../../expected.js";
import { Kept } from "../../kept.js";
import type { Shelf } from "../../shelf.js";
import type { Source } from "../../source.js";
import type { System, WithoutFiles } from "../system.js";
import { type Pipeline, readPipeline } from "./pipeline.js";
import { explanationOf, surveyOf } from "./pipeline-survey.js";
import type { ConversionTasks, PipelineTask } from "./tasks.js";

export type { Pipeline } from "./pipeline.js";
export type {
  ConversionDetail,
  ConversionKind,
  ConversionRemark,
  ConversionRow,
  PipelineSurvey,
} from "./pipeline-survey.js";
export type * from "./tasks.js";

/** What conversion rules add to an engine. */
export interface ConversionMethods {
  /** Reads the conversion rules (`asset_rules.xml`) of a source, which say which files are assets and what converts them. */
  readPipeline(source: Source): Pipeline;
}

/** @internal The system. */
export const CONVERSION_RULES: System<ConversionMethods, ConversionTasks> = {
  methods: (home) => ({
    readPipeline: (source) => {
      expectedSource(source);
      return readPipeline(home, source);
    },
  }),
  handlers: {
    pipeline: (engine, task, files) => withRead(engine, task, files, surveyOf),
    conversion: (engine, task, files) => withRead(engine, task, files, (rules) => explanationOf(rules, task.path)),
  },
};

/** The conversion rules that were read for the last task. */
const kept = new Kept<Pipeline>();

/** Returns the result of `work` on the conversion rules of a task. */
function withRead<T>(
  engine: ConversionMethods,
  { load }: WithoutFiles<PipelineTask>,
  files: Shelf,
  work: (pipeline: Pipeline) => T,
): T {
  return kept.use(String(load), () => engine.readPipeline(files), work);
}
