/** The faults that systems report for the files under check, in one form for counting and for links. */

import type { Diagnostics, PackagesData, Problem } from "../engine.ts";
import { counted } from "../format.ts";
import { countsOf, countsText, type Remark, type Weight } from "../place.ts";

/** The systems, by the views that show them, and what these are called. */
export const SYSTEMS = {
  lists: "Lists",
  packages: "Packages",
  definitions: "Definitions",
  pipeline: "Pipeline",
} as const;

/** A system. */
export type SystemId = keyof typeof SYSTEMS;

/** A problem that a system reports. */
export interface Fault {
  /** The severity of the fault. */
  weight: Weight;
  /** The file that it is about, if it is about one. */
  path: string | undefined;
}

/** The faults of one system. */
export interface Said {
  /** The system. */
  system: SystemId;
  /** The faults. */
  faults: readonly Fault[];
  /** The most severe weight of the faults. */
  weight: Weight;
  /** The name of the system and its counts in words: `Packages: 4 errors`. */
  text: string;
}

/** Returns the faults of a system with their counts. Returns an empty list if there are none. */
export function saidBy(system: SystemId, faults: readonly Fault[]): Said[] {
  const counts = countsOf(faults);
  const weight = (Object.keys(counts) as Weight[]).find((one) => counts[one] > 0);
  return weight === undefined ? [] : [{ system, faults, weight, text: `${SYSTEMS[system]}: ${countsText(counts)}` }];
}

/** Returns the faults of systems that the check does not report as well: a file that neither can read is one fault. */
export function beside(
  said: readonly Said[],
  remarks: readonly Pick<Remark, "source" | "side" | "rule" | "path">[],
): Said[] {
  const unread = new Set(
    remarks.flatMap(({ source, side, rule, path }) =>
      source === "problem" && side === "files" && rule === undefined ? path : [],
    ),
  );
  return said.flatMap(({ system, faults }) =>
    saidBy(
      system,
      faults.filter(({ weight, path }) => weight !== "error" || path === undefined || !unread.delete(path)),
    ),
  );
}

/** Returns true if a problem says that an archive is no package. That is no fault: rules look into any zip. */
export function isNoPackage({ code, message }: Pick<Problem, "code" | "message">): boolean {
  // One that has it elsewhere was meant to be one.
  return code === "package-no-metadata" && !message.includes("; it has ");
}

/** Returns the faults of packages, including packages that cannot be read. */
export function faultsOfPackages({ failed, told }: PackagesData): Fault[] {
  return [...failed.map(({ path }): Fault => ({ weight: "error", path })), ...faultsOfAll(told)];
}

/**
 * Returns a summary of the check of the packages at `paths`, such as `4 errors in it`, with the number of missing
 * packages that they need.
 */
export function saidOfPackages(data: PackagesData, paths: readonly string[]): string {
  const own = faultsOfPackages(data).filter(({ path }) =>
    paths.some((one) => path === one || path?.startsWith(`${one}!/`)),
  );
  const { packages, needs } = data.graph;
  const missing = new Set(
    needs.flatMap(({ from, to }) =>
      paths.includes(packages[from]?.path ?? "") && packages[to]?.path === null ? to : [],
    ),
  );
  const lacking = missing.size > 0 ? `; ${counted(missing.size, "package")} needed and not here: see “Packages”` : "";
  return `${countsText(countsOf(own)) || "No errors"} in ${paths.length === 1 ? "it" : "them"}${lacking}`;
}

/** Returns errors and warnings. Hints are shown only in the view of the system. */
function faultsOfAll(told: Diagnostics | undefined): Fault[] {
  const { problems = [], warnings = [] } = told ?? {};
  const all = { error: problems, warning: warnings };
  return Object.entries(all).flatMap(([weight, list]) => {
    const faults = list.filter((problem) => !isNoPackage(problem));
    return faults.map(({ path }): Fault => ({ weight: weight as Weight, path }));
  });
}
