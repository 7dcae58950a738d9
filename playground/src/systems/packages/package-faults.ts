/** The faults that the engine reports for packages. */

import type { Diagnostics, PackagesData, Problem } from "../../engine.ts";
import { counted } from "../../format.ts";
import { countsOf, countsText, type Weight } from "../../place.ts";
import type { Fault } from "../faults.ts";

/** Returns true if a problem reports that an archive is no package. That is no fault: rules look into any zip. */
export function isNoPackage({ code, message }: Pick<Problem, "code" | "message">): boolean {
  // An archive that has it in another folder is a package in the wrong form.
  return code === "package-no-metadata" && !message.includes("; move ");
}

/** Returns the faults of packages, including packages that cannot be read. */
export function faultsOfPackages({ failed, told }: PackagesData): Fault[] {
  return [...failed.map(({ path }): Fault => ({ weight: "error", path })), ...faultsOfAll(told)];
}

/**
 * Returns a summary of the check of the packages at `paths`, such as `4 errors in it`, with the number of missing
 * packages that they need.
 */
export function summarizePackages(data: PackagesData, paths: readonly string[]): string {
  const own = faultsOfPackages(data).filter(({ path }) =>
    paths.some((one) => path === one || path?.startsWith(`${one}!/`)),
  );
  const { packages, needs } = data.graph;
  const missing = new Set(
    needs.flatMap(({ from, to }) =>
      paths.includes(packages[from]?.path ?? "") && packages[to]?.path === null ? to : [],
    ),
  );
  const lacking =
    missing.size > 0
      ? `; ${counted(missing.size, "required package is", "required packages are")} missing: see “Packages”`
      : "";
  return `${countsText(countsOf(own)) || "No errors"} in ${paths.length === 1 ? "it" : "them"}${lacking}`;
}

/** Returns errors and warnings. Hints are shown only in the view of the system. */
function faultsOfAll(diagnostics: Diagnostics | undefined): Fault[] {
  const { problems = [], warnings = [] } = diagnostics ?? {};
  const all = { error: problems, warning: warnings };
  return Object.entries(all).flatMap(([weight, list]) => {
    const faults = list.filter((problem) => !isNoPackage(problem));
    return faults.map(({ path }): Fault => ({ weight: weight as Weight, path }));
  });
}
