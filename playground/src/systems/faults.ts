/** What systems say of the files under check, in one form for those who count it or lead to it. */

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

/** Something that a system says. */
export interface Fault {
  /** How much it matters. */
  weight: Weight;
  /** The file that it is about, if it is about one. */
  path: string | undefined;
}

/** All that is said by one system. */
export interface Said {
  /** Which one. */
  system: SystemId;
  /** What. */
  faults: readonly Fault[];
  /** The gravest. */
  weight: Weight;
  /** The counts in words, behind its name: `Packages: 4 errors`. */
  text: string;
}

/** What a system says, when it says something. */
export function saidBy(system: SystemId, faults: readonly Fault[]): Said[] {
  const counts = countsOf(faults);
  const weight = (Object.keys(counts) as Weight[]).find((one) => counts[one] > 0);
  return weight === undefined ? [] : [{ system, faults, weight, text: `${SYSTEMS[system]}: ${countsText(counts)}` }];
}

/** What systems say beside what the check says: a file that neither can read is one fault. */
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

/** Whether what is said of an archive is that it is no package. That is no fault: rules look into any zip. */
export function isNoPackage({ code, message }: Pick<Problem, "code" | "message">): boolean {
  // One that has it elsewhere was meant to be one.
  return code === "package-no-metadata" && !message.includes("; it has ");
}

/** What is wrong with packages: with those that cannot be read, too. */
export function faultsOfPackages({ failed, told }: PackagesData): Fault[] {
  return [...failed.map(({ path }): Fault => ({ weight: "error", path })), ...faultsOfAll(told)];
}

/** What a check of packages comes to for those of them that are at `paths`: `4 errors in it`. */
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

/** Errors and warnings: a hint is for those who look at the view. */
function faultsOfAll(told: Diagnostics | undefined): Fault[] {
  const { problems = [], warnings = [] } = told ?? {};
  const all = { error: problems, warning: warnings };
  return Object.entries(all).flatMap(([weight, list]) => {
    const faults = list.filter((problem) => !isNoPackage(problem));
    return faults.map(({ path }): Fault => ({ weight: weight as Weight, path }));
  });
}
