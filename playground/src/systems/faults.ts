/** The faults that systems report for the files under check, in one form for counting and for links. */

import { countsOf, countsText, type Remark, type Weight } from "../place.ts";

/** The ids of systems, which are those of their views. */
export type SystemId = "lists" | "packages" | "definitions" | "pipeline";

/** A system by its view. */
export interface SystemName {
  readonly id: SystemId;
  readonly title: string;
}

/** A problem that a system reports. */
export interface Fault {
  weight: Weight;
  /** The file that it is about, if it is about one. */
  path: string | undefined;
}

export interface SystemFaults {
  system: SystemName;
  faults: readonly Fault[];
  /** The most severe weight of the faults. */
  weight: Weight;
  /** The name of the system and its counts in words: `Packages: 4 errors`. */
  text: string;
}

/** Returns the faults of a system with their counts. Returns an empty list if none exist. */
export function summarizeFaults(system: SystemName, faults: readonly Fault[]): SystemFaults[] {
  const counts = countsOf(faults);
  const weight = (Object.keys(counts) as Weight[]).find((one) => counts[one] > 0);
  return weight === undefined ? [] : [{ system, faults, weight, text: `${system.title}: ${countsText(counts)}` }];
}

/** Returns the faults of systems that the check does not report as well: a file that neither can read is one fault. */
export function withoutReported(
  systems: readonly SystemFaults[],
  remarks: readonly Pick<Remark, "source" | "side" | "rule" | "path">[],
): SystemFaults[] {
  const unread = new Set(
    remarks.flatMap(({ source, side, rule, path }) =>
      source === "problem" && side === "files" && rule === undefined ? path : [],
    ),
  );
  return systems.flatMap(({ system, faults }) =>
    summarizeFaults(
      system,
      // Each remark hides only one fault of its file.
      faults.filter(({ weight, path }) => weight !== "error" || path === undefined || !unread.delete(path)),
    ),
  );
}

export function faultsIn(diagnostics: readonly { severity: Weight; path?: string | null | undefined }[]): Fault[] {
  return diagnostics.map(({ severity, path }) => ({ weight: severity, path: path ?? undefined }));
}
