/** Where a key takes one from a package of a graph. */

import type { PackageGraph } from "../../engine.ts";
import type { Drawing } from "./graph-drawing.ts";

/** The package that a key leads to from the one at `at`; nothing when the key means nothing here. */
export function movedBy(key: string, at: number, { needs }: PackageGraph, drawing: Drawing): number | undefined {
  const all = drawing.columns.flat();
  const step = { ArrowDown: 1, ArrowUp: -1, Home: -all.length, End: all.length }[key];
  if (step !== undefined) {
    // From the end of a column on to the next one: so each is reached.
    return all[Math.max(0, Math.min(all.indexOf(at) + step, all.length - 1))];
  }
  const spot = (place: number) => drawing.placed[place] ?? { x: 0, y: 0 };
  /** The uppermost of those on that side, or, where a line leads back, of the others. */
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
