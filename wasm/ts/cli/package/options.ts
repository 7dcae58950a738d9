/** The options of `assay package`. */

import type { PackageLimits } from "../../systems/package/package.js";
import type { ParsedOptions } from "../options/common.js";
import type { When } from "../output.js";

/** The options of the commands that read packages. */
interface ReadingOptions extends ParsedOptions {
  limit: PackageLimits;
}

/** The options of the commands that print what they read. */
interface PrintingOptions extends ReadingOptions {
  format: string;
  color: When;
}

/** The options of the commands that take a while, or write something. */
interface WorkingOptions {
  /** The maximum number of threads. */
  jobs: number;
  /** True if nothing is printed when all is well. */
  quiet: boolean;
}

export interface PackageCheckOptions extends PrintingOptions, WorkingOptions {
  files: string[];
  /** True if warnings fail the check as well. */
  strict: boolean;
}

export interface PackageListOptions extends PrintingOptions {
  file: string;
}

export interface DepsOptions extends PrintingOptions {
  files: string[];
}

export interface CreateOptions extends WorkingOptions {
  folder: string;
  /** The file with the metadata; undefined for that of the folder. */
  meta: string | undefined;
  output: string;
  /** True if that file may be overwritten. */
  force: boolean;
  /** The number of digits in a hash; undefined to use that of the given hashes. */
  hash: number | undefined;
}

export interface ExtractOptions extends ReadingOptions, WorkingOptions {
  file: string;
  root: string;
  /** True if an existing revision is replaced. */
  force: boolean;
  /** True if a package with warnings is refused as well. */
  strict: boolean;
  /** True if text files are rewritten to name the new places of files. */
  remap: boolean;
}
