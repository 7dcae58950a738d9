/** Moves the cursor in a graph of packages by keys. */

import type { PackageGraph } from "../../engine.ts";
import type { Drawing } from "./graph-drawing.ts";

/** Returns the package to which a key moves from the one at `at`; undefined if the key does not move the cursor. */
export function movedBy(key: string, at: number, { needs }: PackageGraph, drawing: Drawing): number | undefined {
  const all = drawing.columns.flat();
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -all.length, End: all.length }[key];
  if (step !== undefined) {
    // At the end of a column, the cursor goes to the next column, so that it reaches every package.
    return all[Math.max(0, Math.min(all.indexOf(at) + step, all.length - 1))];
  }
  const spot = (place: number) => drawing.placed[place] ?? { x: 0, y: 0 };
  /** Returns the top package on that side, or, if all are on the other side, the top one there. */
  const first = (places: readonly number[], side: 1 | -1) => {
    const isBack = (place: number) => Number((spot(place).x - spot(at).x) * side < 0);
    const others = places.filter((place) => place !== at);
    return others.sort((one, two) => isBack(one) - isBack(two) || spot(one).y - spot(two).y || one - two)[0] ?? at;
  };
  switch (key) {
    case "ArrowRight":
      return first(
        needs.flatMap(({ from, to }) => (from === at ? [to] : [])),
        1,
      );
    case "ArrowLeft":
      return first(
        needs.flatMap(({ from, to }) => (to === at ? [from] : [])),
        -1,
      );
    default:
      return undefined;
  }
}
