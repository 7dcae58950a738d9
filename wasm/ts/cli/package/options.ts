/** The options of `assay package`. */

import type { PackageLimits } from "../../systems/package/package.js";
import type { ParsedOptions } from "../options/common.js";
import type { When } from "../output.js";

/** The options of the commands that read packages. */
interface ReadingOptions extends ParsedOptions {
  /** The limits for each package. */
  limit: PackageLimits;
}

/** The options of the commands that print what they read. */
interface PrintingOptions extends ReadingOptions {
  /** The name of the output format. */
  format: string;
  /** When to use colours. */
  color: When;
}

/** The options of the commands that take a while, or write something. */
interface WorkingOptions {
  /** The maximum number of threads. */
  jobs: number;
  /** True if nothing is printed when all is well. */
  quiet: boolean;
}

/** The options of `assay package check`. */
export interface PackageCheckOptions extends PrintingOptions, WorkingOptions {
  /** The files of the packages. */
  files: string[];
  /** True if warnings fail the check as well. */
  strict: boolean;
}

/** The options of `assay package list`. */
export interface PackageListOptions extends PrintingOptions {
  /** The file of the package. */
  file: string;
}

/** The options of `assay package deps`. */
export interface DepsOptions extends PrintingOptions {
  /** The files of the packages. */
  files: string[];
}

/** The options of `assay package create`. */
export interface CreateOptions extends WorkingOptions {
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
}

/** The options of `assay package extract`. */
export interface ExtractOptions extends ReadingOptions, WorkingOptions {
  /** The file of the package. */
  file: string;
  /** The root of the project. */
  root: string;
  /** True if an existing revision is replaced. */
  force: boolean;
  /** True if a package with warnings is refused as well. */
  strict: boolean;
  /** True if text files are rewritten to name the new places of files. */
  remap: boolean;
}
