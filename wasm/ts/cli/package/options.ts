/** The options of `assay package`. */

import type { PackageLimits } from "../../systems/package/package.js";
import type { Asked } from "../options/common.js";
import type { When } from "../output.js";

/** The options of `assay package check`. */
export interface PackageCheckOptions extends Asked {
  /** The files of the packages. */
  files: string[];
  /** The output format: `text` or `json`. */
  format: string;
  /** True if warnings fail the check as well. */
  strict: boolean;
  /** The maximum number of threads. */
  jobs: number;
  /** The limits for each package. */
  limit: PackageLimits;
  /** True if nothing is printed when all is well. */
  quiet: boolean;
  /** When to use colours. */
  color: When;
}

/** The options of `assay package list`. */
export interface PackageListOptions extends Asked {
  /** The file of the package. */
  file: string;
  /** How to show it: `table` or `json`. */
  format: string;
  /** The limits for the package. */
  limit: PackageLimits;
  /** When to use colours. */
  color: When;
}

/** The options of `assay package deps`. */
export interface DepsOptions extends Asked {
  /** The files of the packages. */
  files: string[];
  /** How to show them: `table`, `json`, `dot` or `mermaid`. */
  format: string;
  /** The limits for each package. */
  limit: PackageLimits;
  /** When to use colours. */
  color: When;
}

/** The options of `assay package create`. */
export interface CreateOptions {
  /** The folder with its files. */
  folder: string;
  /** The file with the metadata; undefined for that of the folder. */
  meta: string | undefined;
  /** The file to write. */
  output: string;
  /** True if that file may be overwritten. */
  force: boolean;
  /** The number of digits in a hash; undefined to use that of the given hashes. */
  hash: number | undefined;
  /** The maximum number of threads. */
  jobs: number;
  /** True if the written files are not reported. */
  quiet: boolean;
}

/** The options of `assay package extract`. */
export interface ExtractOptions extends Asked {
  /** The file of the package. */
  file: string;
  /** The root of the project. */
  root: string;
  /** True if an existing revision is replaced. */
  force: boolean;
  /** True if a package with warnings is refused as well. */
  strict: boolean;
  /**
   * True if text files are rewritten to name the new places of files instead of those that they were published from.
   */
  remap: boolean;
  /** The maximum number of threads. */
  jobs: number;
  /** The limits for the package. */
  limit: PackageLimits;
  /** True if the written files are not reported. */
  quiet: boolean;
}
