/** The tasks of workers on asset lists. */

import type { Content } from "../../file-store.js";
import type { TaskListener } from "../system.js";
import type { AssetKey, AssetListForm } from "./asset-list.js";
import type { AssetPatternType } from "./asset-lists.js";
import type { OperationName } from "./asset-operations.js";
import type { ListsData } from "./list-comparison.js";

/** A file that is an asset list. */
export interface ListFile {
  /** Its path. */
  path: string;
  /** Its content. */
  content: Content;
}

/** Two asset lists to compare. */
export interface CompareListsTask {
  /** The earlier list. */
  first: ListFile;
  /** The later list. */
  second: ListFile;
  /**
   * The operation whose result is requested. `filepattern` selects the entries of the first list that the pattern
   * matches. `intersectioncount` selects those that are in at least `count` of all lists. `plan` returns the result of
   * a step of a plan.
   */
  operation: OperationName | "plan";
  /** The key that entries are compared by. Default: the id if every entry of both lists has one, otherwise the path. */
  key?: AssetKey;
  /** For `filepattern`: the pattern that the whole path has to match. */
  pattern?: string;
  /** For `filepattern`: the syntax of the pattern. Default: `*` and `?`. */
  patternType?: AssetPatternType;
  /** For `intersectioncount`: the minimum number of lists that must contain an entry. Default: 2. */
  count?: number;
  /** Lists besides the two: counted as well by `intersectioncount`, and those that a `plan` may name. */
  further?: readonly ListFile[];
  /** For `plan`: the file of steps. Its open inputs are the first list, then the second list. */
  plan?: ListFile;
  /** For `plan`: the step whose result is returned, from 1. Default: the last one. */
  step?: number;
  /** The form in which the result is written to {@link ListsData.written}. By default it is not written. */
  form?: AssetListForm;
}

/** The tasks on asset lists, by kind. */
export interface AssetListTasks {
  /**
   * Compares two asset lists: returns the kind of each entry, and the result of an operation.
   *
   * @throws {AssayError} With the place of the error, as `assetLists` of an engine: `asset-list-…`, `pattern-…`,
   * `file-unreadable`, and the codes of malformed XML and JSON.
   */
  lists(task: CompareListsTask & TaskListener): Promise<ListsData>;
}
