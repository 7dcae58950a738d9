/** The form of a game system on the page. */

import type { Running } from "../engine.ts";
import type { Folder, Project } from "../project.ts";
import type { Fault, SystemName } from "./faults.ts";

/** The files of the page's project. */
export interface ProjectFiles {
  /** All files. */
  readonly project: Project;
  /** A number that grows when files are added, removed or moved. */
  readonly structure: number;
}

/**
 * A game system on the page: which files it has, and the report of the engine on them. `Load` is what a report is
 * about, `Report` is the report.
 */
export interface PageSystem<Load, Report> extends SystemName {
  /**
   * Returns what a report is about now: `before` itself if nothing of it has changed, undefined if the project has no
   * files of the system.
   */
  load(page: ProjectFiles, before: Load | undefined): Load | undefined;
  /** Requests the report from the engine. `onPart` may be called with a part of the report that is known earlier. */
  ask(load: Load, project: Project, running: Running, onPart: (part: Report) => void): Promise<Report>;
  /** Returns the faults in a report, for counts and badges. */
  faults(report: Report): readonly Fault[];
}

/**
 * Returns the files at `paths`: `before` itself if it has the same files with the same contents, undefined if there are
 * no paths.
 */
export function folderOf(paths: readonly string[], { files }: Project, before: Folder | undefined): Folder | undefined {
  const isSame = before?.size === paths.length && paths.every((path) => before.get(path) === files.get(path));
  if (paths.length === 0 || isSame) {
    return paths.length === 0 ? undefined : before;
  }
  return new Map(paths.map((path) => [path, files.get(path) ?? ""]));
}

/**
 * Returns a function that selects files of a project by their paths. It selects again only when files were added,
 * removed or moved.
 */
export function selecting(
  select: (paths: readonly string[]) => readonly string[],
): (page: ProjectFiles) => readonly string[] {
  const known = new WeakMap<ProjectFiles, { structure: number; paths: readonly string[] }>();
  return (page) => {
    const before = known.get(page);
    if (before?.structure === page.structure) {
      return before.paths;
    }
    const paths = select([...page.project.files.keys()]);
    known.set(page, { structure: page.structure, paths });
    return paths;
  };
}

let loads = 0;

/** Returns a number for what a report is about. Workers know by it what they have loaded. */
export function nextLoad(): number {
  loads += 1;
  return loads;
}
