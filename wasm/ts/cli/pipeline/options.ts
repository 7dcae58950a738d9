/** The options of `assay pipeline`. */

import type { FileOptions, ParsedOptions } from "../options/common.js";
import type { When } from "../output.js";
import type { Reporting } from "../reports.js";

/** The options that all commands share: the place of the conversion rules. */
export interface RootOptions extends ParsedOptions, FileOptions {
  color: When;
}

export interface PipelineExplainOptions extends RootOptions {
  path: string;
  /** `text` or `json`. */
  format: string;
}

export interface ListOptions extends RootOptions {
  /** True if only root assets are shown. */
  rootOnly: boolean;
  /** `table`, `json` or `csv`. */
  format: string;
}

export interface PipelineCheckOptions extends RootOptions, Omit<Reporting, "strict"> {}
