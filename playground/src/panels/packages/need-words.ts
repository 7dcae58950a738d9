/** What there is to say of one package that needs another, in words. */

import type { PackageGraph } from "../../engine.ts";

type Need = PackageGraph["needs"][number];

/** What is the matter with a need, if something is. */
export function wordsOf({ active, inCircle, to }: Need, { packages }: PackageGraph): string {
  const words = [
    packages[to]?.path === null ? "missing" : "",
    active ? "" : "not in use",
    inCircle ? "in a circle" : "",
  ];
  return words.filter((word) => word !== "").join(", ");
}
