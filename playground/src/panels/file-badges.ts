/** Badges next to the names of files in the tree: numbers of remarks and of tests that do not pass. */

import type { TestReport } from "../engine.ts";
import { counted } from "../format.ts";
import { countsOf, countsText, type Remark, WEIGHTS, type Weight } from "../place.ts";
import { foldersOf, type Side } from "../project.ts";
import type { Fault, SystemFaults } from "../systems/faults.ts";

/** The badge next to the name of a file or folder. */
interface FileBadge {
  /** The number of remarks about the file or folder for each weight that occurs, most severe first. */
  byWeight: readonly { weight: Weight; count: number }[];
  /** The number of tests that do not pass. */
  failing: number;
  title: string;
}

type BadgeCounts = Record<Weight, number>;

/** Returns the badges of a group by path. A folder, too, has a badge, with the sums of the files in it. */
export function badgesOf(
  remarks: readonly Remark[],
  tests: TestReport["tests"],
  side: Side,
  systems: readonly SystemFaults[] = [],
): ReadonlyMap<string, FileBadge> {
  const faults = side === "files" ? systems.flatMap((one) => one.faults) : [];
  const countsByPath = withFolders(remarksByFile(remarks, side, faults));
  const failing = new Map<string, number>();
  for (const { path, state } of side === "rules" ? tests : []) {
    for (const place of state === "pass" ? [] : [path, ...foldersOf(path)]) {
      failing.set(place, (failing.get(place) ?? 0) + 1);
    }
  }
  const paths = new Set([...countsByPath.keys(), ...failing.keys()]);
  return new Map(
    [...paths].map((path) => [path, badge(countsByPath.get(path) ?? countsOf([]), failing.get(path) ?? 0)]),
  );
}

/** Counts the remarks about each file. A problem also counts for its related places. */
function remarksByFile(remarks: readonly Remark[], side: Side, faults: readonly Fault[]): Map<string, BadgeCounts> {
  const files = new Map<string, BadgeCounts>();
  const count = (path: string, { weight }: Pick<Remark, "weight">) => {
    const counts = files.get(path) ?? countsOf([]);
    counts[weight] += 1;
    files.set(path, counts);
  };
  for (const fault of faults) {
    if (fault.path !== undefined) {
      count(fault.path, fault);
    }
  }
  for (const remark of remarks) {
    const { source, side: own, path, related, affected } = remark;
    // A file on which a script stopped also has a badge.
    for (const stopped of side === "files" ? affected : []) {
      count(stopped, remark);
    }
    if (path !== undefined && own === side) {
      count(path, remark);
    }
    // Related places of findings count as no faults, and there may be tens of thousands of findings.
    const others = source === "finding" ? [] : related.filter(({ place }) => place.side === side);
    for (const other of new Set(others.map(({ place }) => place.path))) {
      if (other !== path || own !== side) {
        count(other, remark);
      }
    }
  }
  return files;
}

function withFolders(files: ReadonlyMap<string, BadgeCounts>): Map<string, BadgeCounts> {
  const all = new Map(files);
  for (const [path, counts] of files) {
    for (const folder of foldersOf(path).flatMap(withArchive)) {
      const sum = { ...(all.get(folder) ?? countsOf([])) };
      for (const weight of WEIGHTS) {
        sum[weight] += counts[weight];
      }
      all.set(folder, sum);
    }
  }
  return all;
}

/** Returns a folder, and the archive if it is the inside of one. */
function withArchive(folder: string): string[] {
  return folder.endsWith("!") ? [folder, folder.slice(0, -1)] : [folder];
}

function badge(counts: BadgeCounts, failing: number): FileBadge {
  const tests = failing === 0 ? [] : [counted(failing, "test fails", "tests fail")];
  const title = [countsText(counts), ...tests].filter((part) => part !== "").join("; ");
  const byWeight = WEIGHTS.map((weight) => ({ weight, count: counts[weight] })).filter(({ count }) => count > 0);
  return { byWeight, failing, title };
}
