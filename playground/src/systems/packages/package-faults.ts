/** The faults that the engine reports for packages. */

import type { PackagesData, Problem } from "../../engine.ts";
import { counted } from "../../format.ts";
import { countsOf, countsText, type Weight } from "../../place.ts";
import { isAtOrIn } from "../../project.ts";
import type { Fault } from "../faults.ts";

/** Returns true if a problem reports that an archive is no package. That is no fault: rules look into any zip. */
export function isNoPackage({ code, message }: Pick<Problem, "code" | "message">): boolean {
  // An archive that has it in another folder is a package in the wrong form.
  return code === "package-no-metadata" && !message.includes("; move ");
}

/** Returns the faults of packages, including packages that cannot be read. Hints are shown only in the view. */
export function faultsOfPackages({ failed, told }: PackagesData): Fault[] {
  const faultsOf = (weight: Weight, list: readonly { path?: string | undefined }[]) => {
    return list.map(({ path }): Fault => ({ weight, path }));
  };
  const errors = (told?.problems ?? []).filter((problem) => !isNoPackage(problem));
  return [...faultsOf("error", [...failed, ...errors]), ...faultsOf("warning", told?.warnings ?? [])];
}

/**
 * Returns a summary of the check of the packages at `paths`, such as `4 errors in it`, with the number of missing
 * packages that they need.
 */
export function summarizePackages(data: PackagesData, paths: readonly string[]): string {
  const own = faultsOfPackages(data).filter(({ path = "" }) => paths.some((one) => isAtOrIn(path, one)));
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
