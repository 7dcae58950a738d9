/** The tasks of workers on conversion rules. */

import type { Contents } from "../../file-store.js";
import type { TaskListener } from "../system.js";
import type { ConversionDetail, PipelineSurvey } from "./pipeline-survey.js";

/** Conversion rules to read. */
export interface PipelineTask {
  /** The files under check. */
  files: Contents;
  /** A number that identifies the paths and the rule files: with the same number, they are not read again. */
  load: number;
}

/** A file to explain with conversion rules. */
export interface ConversionTask extends PipelineTask {
  /** Its path; the file may not exist. */
  path: string;
}

/** The tasks on conversion rules, by kind. */
export interface ConversionTasks {
  /**
   * Returns an overview of a project's conversion rules: their result for each of its files, and the problems with
   * them.
   */
  pipeline(task: PipelineTask & TaskListener): Promise<PipelineSurvey>;
  /**
   * Returns the result of the conversion rules for one file, with the rules that it comes from.
   *
   * @throws {AssayError} `path-outside` when the path leaves the root.
   */
  conversion(task: ConversionTask & TaskListener): Promise<ConversionDetail>;
}
