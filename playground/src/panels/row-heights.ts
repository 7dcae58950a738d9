/** The positions of the rows of a list, which may have different heights. */

/** The height of rows in pixels. */
export type Height<Row> = number | ((row: Row) => number);

class RowPlaces {
  /** The end of each row, after a zero. The sums make it possible to find a row by binary search. */
  readonly #ends: Float64Array;

  constructor(heights: readonly number[]) {
    this.#ends = new Float64Array(heights.length + 1);
    for (const [index, height] of heights.entries()) {
      this.#ends[index + 1] = this.top(index) + height;
    }
  }

  get total(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Returns the upper edge of a row. */
  top(index: number): number {
    return this.#ends[index] ?? 0;
  }

  height(index: number): number {
    return this.top(index + 1) - this.top(index);
  }

  /** Returns the row at a place: the first one above all rows, the last one below them. */
  at(top: number): number {
    let [low, high] = [0, Math.max(0, this.#ends.length - 2)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.top(middle) <= top) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}

export function placesOf<Row>(rows: readonly Row[], height: Height<Row>): RowPlaces {
  return new RowPlaces(rows.map((row) => (typeof height === "number" ? height : height(row))));
}
