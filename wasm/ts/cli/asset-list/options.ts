/** The options of `assay assetlist`. */

import type { OperationName } from "../../systems/asset-list/asset-operations.js";
import type { ParsedOptions } from "../options/common.js";
import type { When } from "../output.js";

/** The key by which lists are compared; `auto` is the id if every entry has one, and the path otherwise. */
export type KeyChoice = "auto" | "id" | "path";

/** The options of all commands that write lists. */
export interface Writing {
  /** True if existing files may be overwritten. */
  force: boolean;
  /** True if lists without entries are accepted and written. */
  allowEmpty: boolean;
  /** True if the written files are not reported. */
  quiet: boolean;
}

/** The options of the commands that make a list from others. */
export interface OperateOptions extends Writing {
  /** The operation. */
  op: OperationName;
  /** The files of the lists. */
  lists: string[];
  /** The pattern; for `filepattern` only. */
  pattern?: string;
  /** True if the pattern is a regular expression and not a wildcard. */
  regex: boolean;
  /** The minimum number of lists that must contain an asset; for `intersectioncount` only. */
  count?: number;
  /** The file to write. */
  output: string;
  /** How entries are compared. */
  key: KeyChoice;
}

/** The options of `assay assetlist create` on the command line, before the configuration is applied. */
export type CreateRequest = ParsedOptions & Omit<AssetListCreateOptions, "root"> & { root: string | undefined };

/** The options of `assay assetlist create`. */
export interface AssetListCreateOptions extends Writing {
  /** The folder with the assets. */
  root: string;
  /** The seeds: assets that are listed with all their dependencies. */
  seed: string[];
  /** Files with lists of seeds. */
  seedList: string[];
  /** The platforms whose seeds are used from lists of seeds; all platforms if it is empty. */
  platform: string[];
  /** The file with the dependencies of assets. */
  dependencies: string | undefined;
  /** Patterns of assets to exclude. */
  skip: string[];
  /** True if entries have ids. */
  ids: boolean;
  /** True if entries have the modification time of their file. */
  times: boolean;
  /** The file to write. */
  output: string;
  /** The maximum number of threads. */
  jobs: number;
}

/** The options of `assay assetlist run`. */
export interface AssetListRunOptions extends Writing {
  /** The file of steps. */
  plan: string | undefined;
  /** Steps, each as one string. */
  step: string[];
  /** Files for variables and for the inputs and outputs that the plan leaves open, by name. */
  set: [string, string][];
  /** How entries are compared. */
  key: KeyChoice;
}

/** The options of `assay assetlist show`. */
export interface AssetListShowOptions {
  /** The file. */
  file: string;
  /** How to show it: `table`, `json` or `paths`. */
  format: string;
  /** When to use colours. */
  color: When;
}

/** The options of `assay assetlist diff`. */
export interface DiffOptions {
  /** The older list. */
  first: string;
  /** The newer list. */
  second: string;
  /** How to show it: `table` or `json`. */
  format: string;
  /** The folder with the assets of the newer list, for their sizes. */
  root: string | undefined;
  /** How entries are compared. */
  key: KeyChoice;
  /** When to use colours. */
  color: When;
}
