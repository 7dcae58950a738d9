/** The options of `assay pipeline`. */

import type { FileOptions, ParsedOptions } from "../options/common.js";
import type { When } from "../output.js";
import type { Reporting } from "../reports.js";

/** The options that all commands share: the place of the conversion rules. */
export interface RootOptions extends ParsedOptions, FileOptions {
  /** When to use colours. */
  color: When;
}

/** The options of `assay pipeline explain`. */
export interface PipelineExplainOptions extends RootOptions {
  /** The file. */
  path: string;
  /** `text` or `json`. */
  format: string;
}

/** The options of `assay pipeline list`. */
export interface ListOptions extends RootOptions {
  /** True if only root assets are shown. */
  rootOnly: boolean;
  /** `table`, `json` or `csv`. */
  format: string;
}

/** The options of `assay pipeline check`. */
export interface PipelineCheckOptions extends RootOptions, Omit<Reporting, "strict"> {}
