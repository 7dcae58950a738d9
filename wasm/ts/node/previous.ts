/** The files of a folder as they were before some changes. */

import { type FolderReader, reader } from "./folder.js";
import { routed } from "./routed.js";

/** The folder of previous versions: the one to which the paths of `before(path)` lead. */
const PREVIOUS_FOLDER = "@before/";

/** The previous versions of the files in a folder. */
export interface PreviousFiles {
  /** A folder with the previous versions of the files that were changed, moved or deleted, at their paths before. */
  root: string;
  /** The paths at which something changed, each with true if a file existed there before. */
  existed: ReadonlyMap<string, boolean>;
  /** The files that were moved: the path of each now, with its path before. */
  moved: ReadonlyMap<string, string>;
}

/** The versions of files that a check reads. */
export interface FileVersions {
  previous: PreviousFiles;
  /** True if it reads the previous versions, otherwise it reads the current ones, and functions can read both. */
  isOfPrevious: boolean;
}

/** A reader without any file. */
const NOTHING: FolderReader = { read: () => null, size: () => null, stat: () => null, fill: () => -1 };

/**
 * Returns a reader of these versions of the files that `current` reads. If it reads the current versions, the previous
 * ones are in the folder `@before`.
 */
export function versioned(current: FolderReader, { previous, isOfPrevious }: FileVersions): FolderReader {
  const old = reader(previous.root, []);
  const before = choosing((path) => {
    const existed = previous.existed.get(path);
    return [existed === undefined ? current : existed ? old : NOTHING, path];
  });
  const both = choosing((path) => {
    if (!path.startsWith(PREVIOUS_FOLDER)) {
      return [current, path];
    }
    const inFolder = path.slice(PREVIOUS_FOLDER.length);
    return [before, previous.moved.get(inFolder) ?? inFolder];
  });
  return isOfPrevious ? before : both;
}

/** Like {@link routed}, for readers of folders. */
function choosing(choose: (path: string) => [FolderReader, string]): FolderReader {
  return {
    ...routed(choose),
    stat: (path) => {
      const [chosen, at] = choose(path);
      return chosen.stat(at);
    },
  };
}
