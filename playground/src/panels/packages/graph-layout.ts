/** Arranges the packages of a graph in columns from left to right, each to the left of those that it needs. */

import type { PackageGraph } from "../../engine.ts";

/** Of a package, and between two, in pixels. */
export const SIZE = { height: 40, down: 14, pass: 10, margin: 12 } as const;

/** A line from one package to another, before it is drawn. */
export interface Edge {
  /** The index of the need in the graph's list. */
  need: number;
  /** The left one. */
  from: number;
  /** The right one. */
  to: number;
  /** True if the need goes to the left. */
  isBack: boolean;
  /** How it looks: what looks alike may run together. */
  kind: string;
  /** The spots through which the line passes: one in each column between the two packages. */
  via: number[];
}

/** A graph that is arranged, but whose widths are not known yet. */
export interface Arranged {
  /** The columns from left to right: what stands in them from top to bottom, packages and what lines pass, which have greater numbers. */
  columns: readonly (readonly number[])[];
  /** The upper edges of all that. */
  tops: ReadonlyMap<number, number>;
  /** The lines. */
  edges: readonly Edge[];
  /** The graph. */
  graph: PackageGraph;
}

/** More spots than that are not looked for: then lines go behind what is in their way. */
const MOST_PASSED = 3_000;
/** The number of times that packages are put into a better order, and moved closer to their neighbours. */
const SWEEPS = 8;

/** A graph in columns: the same ones for the same graph. */
export function arranged(graph: PackageGraph): Arranged {
  const { packages, needs } = graph;
  const count = packages.length;
  const edges = edgesOf(count, needs);
  const layers = layersOf(count, edges);
  const isAlone = Array.from({ length: count }, () => true);
  for (const { from, to } of needs) {
    isAlone[from] = isAlone[to] = from === to && (isAlone[from] ?? true);
  }
  const columns: number[][] = [];
  for (let at = 0; at < count; at += 1) {
    if (!isAlone[at]) {
      columnAt(columns, layers[at] ?? 0).push(at);
    }
  }
  const next = passed(columns, layers, edges, count);
  order(columns, next);
  const tops = stacked(columns, next, (at) => (at < count ? SIZE.height : SIZE.pass));
  besides(columns, tops, isAlone);
  return { columns, tops, edges, graph };
}

function columnAt(columns: number[][], at: number): number[] {
  while (columns.length <= at) {
    columns.push([]);
  }
  return columns[at] ?? [];
}

/** The needs as lines from left to right: of those in a circle, one at least goes back. */
function edgesOf(count: number, needs: PackageGraph["needs"]): Edge[] {
  const out = Array.from({ length: count }, (): number[] => []);
  const seen = new Set<string>();
  const isFirst = needs.map(({ from, to }, need) => {
    const isNew = from !== to && !seen.has(`${from} ${to}`);
    seen.add(`${from} ${to}`);
    if (isNew) {
      out[from]?.push(need);
    }
    return isNew;
  });
  const back = backOf(count, needs, out);
  return needs.flatMap(({ from, to, active, inCircle }, need) => {
    const isBack = back.has(need);
    const kind = `${isBack} ${active} ${inCircle}`;
    return isFirst[need] ? [{ need, from: isBack ? to : from, to: isBack ? from : to, isBack, kind, via: [] }] : [];
  });
}

/** The needs that lead back to where one came from, beginning at what nobody needs. */
function backOf(count: number, needs: PackageGraph["needs"], out: readonly number[][]): Set<number> {
  const needed = new Set(needs.map(({ to }) => to));
  const all = Array.from({ length: count }, (_, at) => at);
  const back = new Set<number>();
  const state = new Map<number, "open" | "done">();
  for (const root of [...all.filter((at) => !needed.has(at)), ...all]) {
    // A chain may be longer than a stack of calls.
    const way = state.has(root) ? [] : [{ at: root, step: 0 }];
    for (let last = way.at(-1); last !== undefined; last = way.at(-1)) {
      state.set(last.at, "open");
      const need = out[last.at]?.[last.step];
      last.step += 1;
      const to = need === undefined ? undefined : needs[need]?.to;
      if (need === undefined || to === undefined) {
        state.set(last.at, "done");
        way.pop();
      } else if (state.get(to) === "open") {
        back.add(need);
      } else if (!state.has(to)) {
        way.push({ at: to, step: 0 });
      }
    }
  }
  return back;
}

/** The column of each package: right of all that need it, and no further left of what it needs than it must be. */
function layersOf(count: number, edges: readonly Edge[]): number[] {
  const layers = new Array<number>(count).fill(0);
  const waiting = new Array<number>(count).fill(0);
  const out = Array.from({ length: count }, (): Edge[] => []);
  for (const edge of edges) {
    out[edge.from]?.push(edge);
    waiting[edge.to] = (waiting[edge.to] ?? 0) + 1;
  }
  const first = new Set(waiting.flatMap((number, at) => (number === 0 ? [at] : [])));
  const ready = [...first];
  for (const at of ready) {
    for (const { to } of out[at] ?? []) {
      layers[to] = Math.max(layers[to] ?? 0, (layers[at] ?? 0) + 1);
      waiting[to] = (waiting[to] ?? 0) - 1;
      if (waiting[to] === 0) {
        ready.push(to);
      }
    }
  }
  for (const at of first) {
    const right = (out[at] ?? []).reduce((least, { to }) => Math.min(least, layers[to] ?? 0), Number.POSITIVE_INFINITY);
    layers[at] = right === Number.POSITIVE_INFINITY ? 0 : right - 1;
  }
  return layers;
}

/** The neighbours of each package or spot: in the columns on the left, and on the right. */
type Neighbours = Record<"left" | "right", Map<number, number[]>>;

/** Gives lines their spots in the columns that they pass: those of one kind that go to the same package share them. */
function passed(columns: number[][], layers: readonly number[], edges: readonly Edge[], count: number): Neighbours {
  const next: Neighbours = { left: new Map(), right: new Map() };
  const join = (from: number, to: number) => {
    next.right.set(from, [...(next.right.get(from) ?? []), to]);
    next.left.set(to, [...(next.left.get(to) ?? []), from]);
  };
  const all = edges.reduce((sum, { from, to }) => sum + (layers[to] ?? 0) - (layers[from] ?? 0) - 1, 0);
  const spots = new Map<string, number>();
  for (const { from, to, via, kind } of edges) {
    let last = from;
    let isNew = true;
    for (let layer = (layers[from] ?? 0) + 1; all <= MOST_PASSED && layer < (layers[to] ?? 0); layer += 1) {
      const key = `${kind} ${to} ${layer}`;
      const spot = spots.get(key) ?? count + spots.size;
      if (isNew) {
        join(last, spot);
      }
      isNew = !spots.has(key);
      if (isNew) {
        spots.set(key, spot);
        columnAt(columns, layer).push(spot);
      }
      via.push(spot);
      last = spot;
    }
    if (isNew) {
      join(last, to);
    }
  }
  return next;
}

/** Puts each column into the order in which its lines cross least, as far as the columns beside it tell. */
function order(columns: number[][], next: Neighbours): void {
  const rank = new Map<number, number>();
  const number = (column: readonly number[]) => column.forEach((at, row) => void rank.set(at, row));
  columns.forEach(number);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const side = sweep % 2 === 0 ? next.left : next.right;
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const wanted = new Map(column.map((at) => [at, mean(side.get(at), rank) ?? rank.get(at) ?? 0]));
      column.sort((one, other) => (wanted.get(one) ?? 0) - (wanted.get(other) ?? 0));
      number(column);
    }
  }
}

function mean(of: readonly number[] | undefined, values: ReadonlyMap<number, number>): number | undefined {
  return of && of.reduce((sum, at) => sum + (values.get(at) ?? 0), 0) / of.length;
}

/** The upper edges of what stands in the columns, each as near as it can to the middle of what it is joined to. */
function stacked(
  columns: readonly number[][],
  next: Neighbours,
  heightOf: (at: number) => number,
): Map<number, number> {
  const middles = new Map<number, number>();
  for (let sweep = 0; sweep <= SWEEPS; sweep += 1) {
    const side = sweep % 2 === 0 ? next.left : next.right;
    for (const column of sweep % 2 === 0 ? columns : columns.toReversed()) {
      const wanted = column.map((at) => mean(side.get(at), middles) ?? middles.get(at) ?? 0);
      let end = Number.NEGATIVE_INFINITY;
      const own = column.map((at, row) => {
        const middle = Math.max(wanted[row] ?? 0, end + heightOf(at) / 2);
        end = middle + heightOf(at) / 2 + SIZE.down;
        return middle;
      });
      // Those that gave way have all gone down: half of that is taken back.
      const drift = own.reduce((sum, middle, row) => sum + middle - (wanted[row] ?? 0), 0) / (own.length || 1);
      column.forEach((at, row) => void middles.set(at, (own[row] ?? 0) - drift));
    }
  }
  const tops = [...middles].map(([at, middle]) => [at, middle - heightOf(at) / 2] as const);
  const least = tops.reduce((min, [, top]) => Math.min(min, top), Number.POSITIVE_INFINITY);
  return new Map(tops.map(([at, top]) => [at, Math.round(top - least) + SIZE.margin]));
}

/** Puts those that need nothing and are not needed below all others, in rows. */
function besides(columns: number[][], tops: Map<number, number>, isAlone: readonly boolean[]): void {
  const across = Math.max(4, columns.length);
  const below = [...tops.values()].reduce((max, top) => Math.max(max, top + SIZE.height + SIZE.down), SIZE.margin);
  const alone = isAlone.flatMap((is, at) => (is ? [at] : []));
  for (const [place, at] of alone.entries()) {
    columnAt(columns, place % across).push(at);
    tops.set(at, below + Math.floor(place / across) * (SIZE.height + SIZE.down));
  }
}
