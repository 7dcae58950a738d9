/** What stands beside the names of files in the tree: how much is said of each, and how many of its tests fail. */

import type { TestReport } from "../engine.ts";
import { counted } from "../format.ts";
import { countsOf, countsText, type Remark, WEIGHTS, type Weight } from "../place.ts";
import { foldersOf, type Side } from "../project.ts";

/** What stands beside one name. */
export interface FileBadge {
  /** How much is said of the file, or of those in the folder. */
  count: number;
  /** The worst of it. */
  weight: Weight | undefined;
  /** How many tests do not pass. */
  failing: number;
  /** All of it in words. */
  title: string;
}

/** The badges of a group, by path: of files, and of the folders that they are in. */
export function badgesOf(
  remarks: readonly Remark[],
  tests: TestReport["tests"],
  side: Side,
): ReadonlyMap<string, FileBadge> {
  const said = new Map<string, Remark[]>();
  for (const remark of remarks) {
    for (const path of concerned(remark, side)) {
      listAt(said, path).push(remark);
    }
  }
  const failing = new Map<string, number>();
  for (const { path, state } of side === "rules" ? tests : []) {
    if (state !== "pass") {
      for (const place of [path, ...foldersOf(path)]) {
        failing.set(place, (failing.get(place) ?? 0) + 1);
      }
    }
  }
  const paths = new Set([...said.keys(), ...failing.keys()]);
  return new Map([...paths].map((path) => [path, badge(said.get(path) ?? [], failing.get(path) ?? 0)]));
}

/** Where a remark counts: its file, and of a problem those in which more of it is underlined; with the folders above them. */
function concerned({ source, side: own, path, related }: Remark, side: Side): Set<string> {
  const others = source === "finding" ? [] : related.map(({ place }) => place);
  const files = [...(path === undefined ? [] : [{ side: own, path }]), ...others].filter((file) => file.side === side);
  return new Set(files.flatMap((file) => [file.path, ...foldersOf(file.path)]));
}

function badge(remarks: readonly Remark[], failing: number): FileBadge {
  const counts = countsOf(remarks);
  const tests = failing === 0 ? [] : [counted(failing, "test fails", "tests fail")];
  const title = [countsText(counts), ...tests].filter((part) => part !== "").join("; ");
  return { count: remarks.length, weight: WEIGHTS.find((weight) => counts[weight] > 0), failing, title };
}

function listAt(lists: Map<string, Remark[]>, path: string): Remark[] {
  const list = lists.get(path) ?? [];
  lists.set(path, list);
  return list;
}
