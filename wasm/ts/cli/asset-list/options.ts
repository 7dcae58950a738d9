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
  op: OperationName;
  lists: string[];
  /** The pattern; for `filepattern` only. */
  pattern?: string;
  /** True if the pattern is a regular expression and not a wildcard. */
  regex: boolean;
  /** The minimum number of lists that must contain an asset; for `intersectioncount` only. */
  count?: number;
  output: string;
  /** How entries are compared. */
  key: KeyChoice;
}

/** The options of `assay assetlist create` on the command line, before the configuration is applied. */
export type CreateRequest = ParsedOptions & Omit<AssetListCreateOptions, "root"> & { root: string | undefined };

export interface AssetListCreateOptions extends Writing {
  root: string;
  /** The seeds: assets that are listed with all their dependencies. */
  seed: string[];
  seedList: string[];
  /** The platforms whose seeds are used from lists of seeds; all platforms if it is empty. */
  platform: string[];
  dependencies: string | undefined;
  /** Patterns of assets to exclude. */
  skip: string[];
  ids: boolean;
  /** True if entries have the modification time of their file. */
  times: boolean;
  output: string;
  /** The maximum number of threads. */
  jobs: number;
}

export interface AssetListRunOptions extends Writing {
  plan: string | undefined;
  /** Steps, each as one string. */
  step: string[];
  /** Files for variables and for the inputs and outputs that the plan leaves open, by name. */
  set: [string, string][];
  /** How entries are compared. */
  key: KeyChoice;
}

export interface AssetListShowOptions {
  file: string;
  /** How to show it: `table`, `json` or `paths`. */
  format: string;
  color: When;
}

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
  color: When;
}
