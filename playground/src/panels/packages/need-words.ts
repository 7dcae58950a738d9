/** Describes the need of one package for another in words. */

import type { PackageGraph } from "../../engine.ts";

type Need = PackageGraph["needs"][number];

/** Returns the peculiarities of a need, such as `missing, in a cycle`; an empty string if it has none. */
export function wordsOf({ active, inCycle, to }: Need, { packages }: PackageGraph): string {
  const words = [packages[to]?.path === null ? "missing" : "", active ? "" : "not in use", inCycle ? "in a cycle" : ""];
  return words.filter((word) => word !== "").join(", ");
}
