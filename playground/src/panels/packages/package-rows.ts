/** Packages as rows of a list: their names, their states, and their content. */

import type { Diagnostics, PackageFacts, PackageMember, PackageNode, PackagesData, Problem } from "../../engine.ts";
import { counted, formatBytes } from "../../format.ts";
import { fileOf } from "../../project.ts";
import { isNoPackage } from "../../systems/packages/package-faults.ts";
import { type ColumnRow, type KindStyle, listed, type TreeRow } from "../tree-row.ts";

/** A problem that the check of a package found. */
export interface PackageDiagnostic {
  weight: "error" | "warning" | "hint";
  problem: Problem;
}

/** The icon and colour of each state. `waiting`: not checked yet, or an archive that is not a package. */
export const STATES = {
  passed: { icon: "passed", color: "passed" },
  error: { icon: "error", color: "error" },
  warning: { icon: "warning", color: "warning" },
  waiting: { color: "muted" },
} as const satisfies Record<string, KindStyle>;

export interface PackageRow extends ColumnRow {
  path: string;
  /** The asset or the shot; the path of its archive if the metadata does not name it. */
  name: string;
  step: string;
  /** The number and the size of its files; for a package that cannot be read, the reason. */
  holds: string;
  kind: keyof typeof STATES;
  description: string;
}

export interface MemberRow extends TreeRow {
  member: PackageMember;
}

/** The names of the asset and of the step, and the number, which identify a revision. */
type Triple = Pick<PackageNode, "assetGroupPath" | "revisionGroupPath" | "revision">;

/** Returns the second half of a name: the step of the pipeline and the revision. */
export function stepOf({ revisionGroupPath, revision }: Triple): string {
  return `${revisionGroupPath} rev${String(revision).padStart(3, "0")}`;
}

export function nameOf(triple: Triple): string {
  return `${triple.assetGroupPath} ${stepOf(triple)}`;
}

/** Returns a string of at most `most` letters; a longer one is cut in its middle. */
export function cut(text: string, most: number): string {
  const letters = [...text];
  const head = Math.ceil((most - 1) / 2);
  return letters.length <= most
    ? text
    : `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (most - 1 - head)).join("")}`;
}

/** Returns the results of the check for each package, by the path of its archive. */
export function diagnosticsByPackage(
  report: Diagnostics | undefined,
  packages: readonly { path: string }[],
): Map<string, PackageDiagnostic[]> {
  const byPath = new Map(packages.map(({ path }) => [path, [] as PackageDiagnostic[]]));
  const all = { error: report?.problems ?? [], warning: report?.warnings ?? [], hint: report?.hints ?? [] };
  for (const [weight, problems] of Object.entries(all)) {
    for (const problem of problems) {
      // Rules look into any zip, so one that is no package is no error.
      const own = isNoPackage(problem) ? "hint" : (weight as PackageDiagnostic["weight"]);
      byPath.get(fileOf(problem.path ?? ""))?.push({ weight: own, problem });
    }
  }
  return byPath;
}

/** Returns the rows of packages. `unchecked` is the description of packages that are not checked. */
export function packageRows(
  { packages, failed, told: report }: PackagesData,
  diagnostics: ReadonlyMap<string, PackageDiagnostic[]>,
  unchecked: string,
): PackageRow[] {
  const rows = packages.map((one) => {
    const row = rowOf(one, diagnostics.get(one.path) ?? []);
    return report === undefined ? { ...row, kind: "waiting" as const, description: unchecked } : row;
  });
  const unread = failed.map(({ path, message }) => {
    return { path, name: path, step: "", holds: message, kind: "error" as const, description: "cannot be read" };
  });
  return listed([...rows, ...unread].map((row) => ({ ...row, key: row.path, weight: undefined })));
}

function rowOf(
  { path, revision, members }: PackageFacts,
  diagnostics: readonly PackageDiagnostic[],
): Omit<PackageRow, keyof TreeRow | "weight"> {
  const files = filesOf(members);
  const size = files.reduce((sum, one) => sum + one.size, 0);
  const isNone = diagnostics.some(({ problem }) => isNoPackage(problem));
  const count = (weight: PackageDiagnostic["weight"]) =>
    diagnostics.filter((one) => one.weight === weight && !isNone).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const words = [errors > 0 ? [counted(errors, "error")] : [], warnings > 0 ? [counted(warnings, "warning")] : []];
  return {
    path,
    name: revision?.assetGroupPath ?? path,
    step: revision === null ? "" : stepOf(revision),
    holds: `${counted(files.length, "file")}, ${formatBytes(size)}`,
    kind: isNone ? "waiting" : errors > 0 ? "error" : warnings > 0 ? "warning" : "passed",
    description: isNone ? "not a package" : words.flat().join(", ") || "no errors",
  };
}

/** Returns the files among members, without `metadata.json` and folders. */
function filesOf(members: readonly PackageMember[]): PackageMember[] {
  return members.filter(({ path }) => path !== "metadata.json" && !path.endsWith("/"));
}

/** Returns the rows of a package's files, its metadata first. */
export function memberRows(members: readonly PackageMember[]): MemberRow[] {
  const metadata = members.filter(({ path }) => path === "metadata.json");
  return listed([...metadata, ...filesOf(members)].map((member) => ({ key: member.path, member })));
}
