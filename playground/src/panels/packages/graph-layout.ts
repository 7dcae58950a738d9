/**
 * Arranges the packages of a graph in columns from left to right, each to the left of its dependencies. The layout
 * library is large and slow, so only the script of a worker imports this module.
 */

import { type EdgeLabel, Graph, type GraphLabel, layout, type NodeLabel } from "@dagrejs/dagre";
import type { PackageGraph } from "../../engine.ts";
import { type Arranged, type Edge, SIZE, type Spot } from "./graph-drawing.ts";

/** The minimum number of columns among which the packages without needs are distributed. */
const LEAST_ACROSS = 4;

/** Returns the arrangement of a graph, which is the same whenever the graph is. */
export function arranged({ packages, needs }: PackageGraph): Arranged {
  // As columns have no width and the distance 1, the library's `x` is the number of a column.
  const options = { rankdir: "LR", ranksep: 1, nodesep: SIZE.down, edgesep: SIZE.pass } as const;
  const graph = new Graph<GraphLabel, NodeLabel, EdgeLabel & { need: number }>().setGraph(options);
  const others = needs.filter(({ from, to }) => from !== to);
  const joined = new Set(others.flatMap(({ from, to }) => [from, to]));
  const needed = new Set(others.map(({ to }) => to));
  // The library begins with the first package, and cuts a cycle where it returns to an earlier one. Packages that
  // no other one needs are therefore first.
  for (const at of [...joined].sort((one, other) => +needed.has(one) - +needed.has(other) || one - other)) {
    graph.setNode(String(at), { width: 0, height: SIZE.height });
  }
  for (const [need, { from, to }] of needs.entries()) {
    // A loop needs no layout, and a second line between two packages would cover the first.
    if (from !== to && !graph.hasEdge(String(from), String(to))) {
      graph.setEdge(String(from), String(to), { need, labelpos: "c" });
    }
  }
  layout(graph);
  const spotOf = (at: number | string): Spot => {
    const { x: column = 0, y = 0 } = graph.node(String(at));
    return { column, top: Math.round(y - SIZE.height / 2) + SIZE.margin };
  };
  const edges = graph.edges().map(({ v, w }): Edge => {
    const { need, points = [] } = graph.edge(v, w);
    const ends = [Number(v), Number(w)] as const;
    const isBack = spotOf(v).column > spotOf(w).column;
    // The library has points in the gaps too.
    const via = points.slice(1, -1).filter(({ x }) => Number.isInteger(x));
    const passed = via.map(({ y }) => Math.round(y) + SIZE.margin);
    const [from, to] = isBack ? [ends[1], ends[0]] : ends;
    return { need, from, to, isBack, passed: isBack ? passed.reverse() : passed };
  });
  const spots = new Map([...joined].map((at) => [at, spotOf(at)]));
  const below = Math.max(SIZE.margin, ...[...spots.values()].map(({ top }) => top + SIZE.height + SIZE.down));
  const across = Math.max(LEAST_ACROSS, ...[...spots.values()].map(({ column }) => column + 1));
  // Packages that need nothing and are not needed are below all other packages, in rows.
  const alone = [...packages.keys()].filter((at) => !joined.has(at));
  for (const [place, at] of alone.entries()) {
    const row = Math.floor(place / across);
    spots.set(at, { column: place % across, top: below + row * (SIZE.height + SIZE.down) });
  }
  return { spots: packages.map((_, at) => spots.get(at) as Spot), edges };
}
