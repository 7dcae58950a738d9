/** Tables with aligned columns, for a terminal or a pipe. */

import { visible } from "../visible.js";

export interface TableColumn {
  title: string;
  /** True if the column contains numbers, which are aligned to the right. */
  numbers?: boolean;
}

/** The space between two columns. */
const GAP = "  ";

/** The maximum width that a column is aligned to: one long path must not shift all other columns. */
const WIDEST = 72;

/** The number of lines that are joined into one part of the output. */
const PART = 4096;

/** Yields the lines of a table in parts. Iterates over the rows twice. `dim` formats the titles. */
export function* tableOf(
  columns: readonly TableColumn[],
  rows: () => Iterable<readonly string[]>,
  dim: (text: string) => string,
): Iterable<string> {
  // The rows are generated twice, so that those of a long list are never all in memory.
  const visibleRows = function* () {
    for (const row of rows()) {
      yield row.map(visible);
    }
  };
  const widths = widthsOf(columns, visibleRows());
  const titles = columns.map(({ title }) => title);
  yield `${dim(lineOf(columns, widths, titles))}\n`;
  yield* joined(visibleRows(), (row) => lineOf(columns, widths, row));
}

/** Yields lines in large parts, as a write for each line would be slow. */
export function* joined<T>(items: Iterable<T>, line: (item: T) => string): Iterable<string> {
  let part: string[] = [];
  for (const item of items) {
    part.push(`${line(item)}\n`);
    if (part.length === PART) {
      yield part.join("");
      part = [];
    }
  }
  yield part.join("");
}

function widthsOf(columns: readonly TableColumn[], rows: Iterable<readonly string[]>): number[] {
  const widths = columns.map(({ title }) => title.length);
  for (const row of rows) {
    for (const [place, cell] of row.entries()) {
      widths[place] = Math.max(widths[place] ?? 0, Math.min(cell.length, WIDEST));
    }
  }
  return widths;
}

function lineOf(columns: readonly TableColumn[], widths: readonly number[], cells: readonly string[]): string {
  const padded = cells.map((cell, place) => {
    const width = widths[place] ?? 0;
    return columns[place]?.numbers ? cell.padStart(width) : cell.padEnd(width);
  });
  return padded.join(GAP).trimEnd();
}

const UNITS = ["bytes", "kB", "MB", "GB", "TB"];

/** Formats a size: `1.2 MB`. */
export function sizeOf(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(1)} ${UNITS[unit]}`;
}
