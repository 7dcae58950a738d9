/** Draws a graph of packages in the available room, no wider than needed, and with no package cut off at the edge. */

import type { PackageGraph } from "../../engine.ts";

/** Sizes in pixels: the height of a package, the gap below it, the room for a line that passes, the margin. */
export const SIZE = { height: 40, down: 14, pass: 10, margin: 12 } as const;

/** The place of a package in an arrangement. */
export interface Spot {
  /** The number of its column, from the left. */
  column: number;
  /** The upper edge, in pixels. */
  top: number;
}

/** A line from one package to another, before it is drawn. */
export interface Edge {
  /** The index of the need in the graph's list. */
  need: number;
  /** The package on the left. */
  from: number;
  /** The package on the right. */
  to: number;
  /** True if the need goes to the left. */
  isBack: boolean;
  /** The height at which the line passes each column between the two packages, in pixels. */
  passed: readonly number[];
}

/** A graph that is arranged, but whose widths are not known yet. */
export interface Arranged {
  /** The spots of the packages, in the order of the graph. */
  spots: readonly Spot[];
  /** The lines, without those of packages that need themselves. */
  edges: readonly Edge[];
}

interface Placed {
  /** The left edge, in pixels. */
  x: number;
  /** The upper edge, in pixels. */
  y: number;
}

/** A line from a package to one that it needs. */
export interface Line {
  /** The index of the need in the graph's list. */
  need: number;
  /** The line as an SVG path, from left to right. */
  path: string;
  /** True if the line goes to the left: the arrow is at its beginning. */
  isBack: boolean;
  /** The middle, for a word. */
  middle: Placed;
}

export interface Drawing {
  /** Its size, in pixels. */
  width: number;
  height: number;
  /** The packages, in the order of the graph. */
  placed: readonly Placed[];
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

/** Widths of a package, in pixels: the usual one, and the one for rooms in which not even two usual ones fit. */
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
    const whole = Math.floor((room - SIZE.margin + GAP.least / 2) / (box + GAP.least));
    if (whole > 1) {
      // The edge is in the middle of a gap.
      return { box, gap: (room - SIZE.margin - whole * box) / (whole - 0.5) };
    }
  }
  return { box: BOXES[1] ?? 0, gap: GAP.usual };
}

/** Returns the drawing of an arranged graph. `room` is the visible width in pixels. */
export function drawnIn({ spots, edges }: Arranged, { needs }: PackageGraph, room = Number.POSITIVE_INFINITY): Drawing {
  const columns: number[][] = [];
  for (const at of [...spots.keys()].sort((one, other) => (spots[one]?.top ?? 0) - (spots[other]?.top ?? 0))) {
    const { column } = spots[at] ?? { column: 0 };
    columns[column] = [...(columns[column] ?? []), at];
  }
  const widths = widthsIn(room, columns.length);
  const { box, gap } = widths;
  const placed = spots.map(({ column, top }) => ({ x: SIZE.margin + column * (box + gap), y: top }));
  const loops = needs.flatMap(({ from, to }, need) => (from === to ? [loopOf(need, placed[from], widths)] : []));
  return {
    width: 2 * SIZE.margin + columns.length * (box + gap) - gap,
    height: placed.reduce((max, { y }) => Math.max(max, y), 0) + SIZE.height + SIZE.margin,
    placed,
    lines: [...edges.map((edge) => lineOf(edge, placed, widths)), ...loops],
    box,
    step: box + gap,
    columns,
  };
}

/** The distance, in pixels, from the middle of a package down to the lines that go back. */
const BELOW = 10;

function lineOf({ need, from, to, passed, isBack }: Edge, placed: readonly Placed[], { box, gap }: Widths): Line {
  const heightOf = (at: number) => (placed[at]?.y ?? 0) + SIZE.height / 2 + (isBack ? BELOW : 0);
  const left = (placed[from]?.x ?? 0) + box;
  const heights = [heightOf(from), ...passed, heightOf(to)];
  // The line is level where it passes a column, and curved in the gaps.
  const parts = heights.slice(1).map((y, step) => {
    const [x, before] = [left + step * (box + gap), heights[step]];
    return `H${x}C${x + gap / 2} ${before} ${x + gap / 2} ${y} ${x + gap} ${y}`;
  });
  const [start = 0, next = start] = heights;
  const middle = { x: left + gap / 2, y: (start + next) / 2 };
  return { need, path: `M${left} ${start}${parts.join("")}`, isBack, middle };
}

/** The line of a package that needs itself. */
function loopOf(need: number, { x, y }: Placed = { x: 0, y: 0 }, { box }: Widths): Line {
  const right = x + box;
  const path = `M${right} ${y + 14}c34 -8 34 24 0 16`;
  return { need, path, isBack: false, middle: { x: right + 34, y: y + 22 } };
}
