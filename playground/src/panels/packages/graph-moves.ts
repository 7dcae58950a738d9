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
  const side = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (side === undefined) {
    return undefined;
  }
  const joined = side > 0 ? needs.filter(({ from }) => from === at) : needs.filter(({ to }) => to === at);
  const others = joined.map(({ from, to }) => (side > 0 ? to : from)).filter((place) => place !== at);
  const spot = (place: number) => drawing.placed[place] ?? { x: 0, y: 0 };
  // The top package on that side, or, if all are on the other side, the top one there.
  const isBack = (place: number) => Number((spot(place).x - spot(at).x) * side < 0);
  return others.sort((one, two) => isBack(one) - isBack(two) || spot(one).y - spot(two).y || one - two)[0] ?? at;
}
