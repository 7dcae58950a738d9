/** The tasks of workers on conversion rules. */

import type { Contents } from "../../file-store.js";
import type { TaskListener } from "../system.js";
import type { ConversionDetail, PipelineSurvey } from "./pipeline-survey.js";

/** Conversion rules to look at. */
export interface PipelineTask {
  /** The files under check. */
  files: Contents;
  /** A number for the paths and the rule files, as they are: with the same one they are not read again. */
  load: number;
}

/** A file to look at by them. */
export interface ConversionTask extends PipelineTask {
  /** Its path; it need not be there. */
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
