/** The form of a game system on the page. */

import type { Running } from "../engine.ts";
import type { Folder, Project } from "../project.ts";
import type { Fault, SystemName } from "./faults.ts";

export interface ProjectFiles {
  readonly project: Project;
  readonly structure: number;
}

/** A game system on the page. `Load` is what a report of the engine is about, `Report` is the report. */
export interface PageSystem<Load, Report> extends SystemName {
  /** Returns what a report is about: `before` if nothing has changed, undefined without files of the system. */
  load(page: ProjectFiles, before: Load | undefined): Load | undefined;
  /** Requests the report from the engine. `onPart` may be called with a part of the report that is known earlier. */
  ask(load: Load, project: Project, running: Running, onPart: (part: Report) => void): Promise<Report>;
  /** Returns the faults in a report, for counts and badges. */
  faults(report: Report): readonly Fault[];
}

/** Returns the files at `paths`; `before` if it has the same ones, undefined if there are no paths. */
export function folderOf(paths: readonly string[], { files }: Project, before: Folder | undefined): Folder | undefined {
  const isSame = before?.size === paths.length && paths.every((path) => before.get(path) === files.get(path));
  if (paths.length === 0 || isSame) {
    return paths.length === 0 ? undefined : before;
  }
  return new Map(paths.map((path) => [path, files.get(path) ?? ""]));
}

/** Returns a function that selects paths, again only when files were added, removed or moved. */
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
