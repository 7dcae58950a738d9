/** Adds incoming files to a project, and chooses the files that are open afterwards. */

import { BINARY, type Folder, firstOf, isRuleFile, originOf, SIDES, type Side, withFiles } from "../project.ts";
import { unmatchedFiles } from "../rule-text/pattern.ts";
import { WrittenRules } from "../rule-text/written.ts";
import type { Shared } from "../share.ts";

/** The paths of notes, hidden files and binary files, by their names. */
const NOTES = new RegExp(`(?:^|/)\\.|\\.(?:txt|md)$|${BINARY.source}`, "i");

/** Imported files, by their groups. */
export type IncomingFiles = Partial<Record<Side, Folder>>;

/**
 * Returns the project with the incoming files, and the number of earlier files that they replace. If `whole` is true,
 * they replace all files of their groups.
 */
export function withIncoming(
  before: Shared,
  files: IncomingFiles,
  whole: boolean,
): { shared: Shared; replaced: number } {
  let [shared, replaced] = [before, 0];
  for (const side of SIDES) {
    const some = files[side];
    if (some !== undefined && some.size > 0) {
      const was = before.project[side];
      const both = whole ? some : withFiles(was, some);
      replaced += was.size + some.size - both.size;
      const all = side === "rules" && [...some.keys()].some(isRuleFile) ? withoutEmpty(both, some) : both;
      shared = showing(shared, side, all, firstIn(side, some, whole, shared.project.rules));
    }
  }
  return { shared, replaced };
}

/** Returns the files without empty rule files: a new project begins with one, which others replace. */
function withoutEmpty(rules: Folder, others: Folder): Folder {
  return new Map([...rules].filter(([path, text]) => text !== "" || others.has(path) || !isRuleFile(path)));
}

/** Returns the project with these files in a group, and with the file `first` open. */
function showing({ project, tabs, active }: Shared, side: Side, all: Folder, first: string | undefined): Shared {
  const others = tabs[side].filter((tab) => originOf(all, tab) !== undefined && tab !== first);
  return {
    project: { ...project, [side]: all },
    tabs: { ...tabs, [side]: [...others, ...(first === undefined ? [] : [first])] },
    active: { ...active, [side]: first },
  };
}

/**
 * Returns the path of the file to open. For a whole project, that is the first file in the tree; for dropped files, the
 * first of these. Rule files come first. Among files to check, those that a rule looks at come first; without such
 * files, those that are likely to be checked, before notes and pictures.
 */
function firstIn(side: Side, files: Folder, whole: boolean, rules: Folder): string | undefined {
  const listed = whole ? firstOf : (some: readonly string[]) => some[0];
  const paths = [...files.keys()];
  const quiet =
    side === "rules"
      ? undefined
      : (unmatchedFiles(
          paths,
          new WrittenRules().of(rules).filter(({ off }) => !off),
        ) ?? new Set(paths));
  return (
    listed(paths.filter((path) => (quiet === undefined ? isRuleFile(path) : !quiet.has(path)))) ??
    listed(paths.filter((path) => !NOTES.test(path))) ??
    listed(paths)
  );
}
