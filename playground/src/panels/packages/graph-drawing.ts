/** Draws a graph of packages in the room that it has: no wider than needed, and with no package cut off at the edge. */

import { type Arranged, type Edge, SIZE } from "./graph-layout.ts";

/** The position of a package. */
export interface Placed {
  /** The left edge, in pixels. */
  x: number;
  /** The upper edge, in pixels. */
  y: number;
}

/** A line from a package to one that it needs. */
export interface Line {
  /** The index of the need in the graph's list. */
  need: number;
  /** The line, as SVG writes it, from left to right. */
  path: string;
  /** True if the line goes to the left: the arrow is at its beginning. */
  isBack: boolean;
  /** The middle, where a word may stand. */
  middle: Placed;
}

/** A graph as it is drawn. */
export interface Drawing {
  /** Its size, in pixels. */
  width: number;
  height: number;
  /** The packages, in the order of the graph. */
  placed: readonly Placed[];
  /** The lines. */
  lines: readonly Line[];
  /** The width of a package, and the distance from one column to the next, in pixels. */
  box: number;
  step: number;
  /** The packages from left to right, and in each column from top to bottom. */
  columns: readonly (readonly number[])[];
}

/** The width of a package, and the gap between two columns, in pixels. */
interface Widths {
  box: number;
  gap: number;
}

/** A package is as wide as most names, or, where not even two of these find room, narrower. */
const BOXES = [184, 138];
/** The gap between two columns, in pixels: the minimum, which has room for the words on lines, and the usual one. */
const GAP = { least: 44, usual: 72 };

/**
 * Returns widths with which all columns fit into the room, or with which its edge is in a gap between two columns. For
 * a single column, the gap is the usual one.
 */
function widthsIn(room: number, columns: number): Widths {
  for (const box of BOXES) {
    const even = columns > 1 ? (room - 2 * SIZE.margin - columns * box) / (columns - 1) : GAP.usual;
    if (even >= GAP.least) {
      return { box, gap: Math.min(even, GAP.usual) };
    }
    const seen = Math.floor((room - SIZE.margin + GAP.least / 2) / (box + GAP.least));
    if (seen > 1) {
      return { box, gap: (room - SIZE.margin - seen * box) / (seen - 0.5) };
    }
  }
  return { box: BOXES[1] ?? 0, gap: GAP.usual };
}

/** Returns the drawing of a graph. `room` is the visible width in pixels. */
export function drawnIn({ columns, tops, edges, graph }: Arranged, room = Number.POSITIVE_INFINITY): Drawing {
  const { packages, needs } = graph;
  const widths = widthsIn(room, columns.length);
  const { box, gap } = widths;
  const spots = new Map<number, Placed>();
  for (const [layer, column] of columns.entries()) {
    for (const at of column) {
      spots.set(at, { x: SIZE.margin + layer * (box + gap), y: tops.get(at) ?? 0 });
    }
  }
  const placed = packages.map((_, at) => spots.get(at) ?? { x: 0, y: 0 });
  const loops = needs.flatMap(({ from, to }, need) => (from === to ? [loopOf(need, placed[from], widths)] : []));
  return {
    width: 2 * SIZE.margin + columns.length * (box + gap) - gap,
    height: placed.reduce((max, { y }) => Math.max(max, y), 0) + SIZE.height + SIZE.margin,
    placed,
    lines: [...edges.map((edge) => lineOf(edge, spots, widths)), ...loops],
    box,
    step: box + gap,
    columns: columns.map((column) => column.filter((at) => at < packages.length)),
  };
}

/** The distance, in pixels, from the middle of a package down to the lines that go back. */
const BELOW = 10;

function lineOf({ need, from, to, via, isBack }: Edge, spots: ReadonlyMap<number, Placed>, { box, gap }: Widths): Line {
  const spot = (at: number) => spots.get(at) ?? { x: 0, y: 0 };
  const middleOf = (at: number) => spot(at).y + SIZE.height / 2 + (isBack ? BELOW : 0);
  let [x, y] = [spot(from).x + box, middleOf(from)];
  const middle = { x: x + gap / 2, y };
  let path = `M${x} ${y}`;
  for (const [step, at] of [...via, to].entries()) {
    const { x: right, y: top } = spot(at);
    const down = at === to ? middleOf(to) : top + SIZE.pass / 2;
    const half = (right - x) / 2;
    path += `C${x + half} ${y} ${right - half} ${down} ${right} ${down}`;
    middle.y = step === 0 ? (y + down) / 2 : middle.y;
    [x, y] = [right, down];
    if (at !== to) {
      x += box;
      path += `H${x}`;
    }
  }
  return { need, path, isBack, middle };
}

/** The line of a package that needs itself. */
function loopOf(need: number, { x, y }: Placed = { x: 0, y: 0 }, { box }: Widths): Line {
  const right = x + box;
  const path = `M${right} ${y + 14}c34 -8 34 24 0 16`;
  return { need, path, isBack: false, middle: { x: right + 34, y: y + 22 } };
}
