/** Where the rows of a list are: all of one height, or each of its own. */

/** How high rows are, in pixels. */
export type Height<Row> = number | ((row: Row) => number);

/** The places of rows. */
export interface RowPlaces {
  /** How high all are together. */
  readonly total: number;
  /** Where a row begins. */
  top(index: number): number;
  /** How high a row is. */
  height(index: number): number;
  /** The row at a place; the last one behind all. */
  at(top: number): number;
}

/** The places of these rows. */
export function placesOf<Row>(rows: readonly Row[], height: Height<Row>): RowPlaces {
  return typeof height === "number" ? new Even(rows.length, height) : new Uneven(rows, height);
}

class Even implements RowPlaces {
  readonly #count: number;
  readonly #height: number;

  constructor(count: number, height: number) {
    this.#count = count;
    this.#height = height;
  }

  get total(): number {
    return this.#count * this.#height;
  }

  top(index: number): number {
    return index * this.#height;
  }

  height(): number {
    return this.#height;
  }

  at(top: number): number {
    return Math.max(0, Math.min(this.#count - 1, Math.floor(top / this.#height)));
  }
}

class Uneven implements RowPlaces {
  /** Where each row ends, behind a zero. */
  readonly #ends: Float64Array;

  constructor(rows: readonly unknown[], height: (row: never) => number) {
    this.#ends = new Float64Array(rows.length + 1);
    for (const [index, row] of rows.entries()) {
      this.#ends[index + 1] = this.top(index) + height(row as never);
    }
  }

  get total(): number {
    return this.#ends.at(-1) ?? 0;
  }

  top(index: number): number {
    return this.#ends[index] ?? 0;
  }

  height(index: number): number {
    return this.top(index + 1) - this.top(index);
  }

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
