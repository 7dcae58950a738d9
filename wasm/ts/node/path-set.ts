/** Sets of paths that are looked up one by one and by folder. */

/** Paths with `/` between parts. There may be very many. */
export class PathSet {
  readonly #paths: ReadonlySet<string>;
  /** The paths in order, which only a search for a folder needs. */
  #sorted: readonly string[] | undefined;

  /** Creates the set of these paths. */
  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
  }

  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** Yields the paths in a folder; all paths if it is the empty path. */
  *below(folder: string): Generator<string, void> {
    const start = folder === "" ? "" : `${folder}/`;
    this.#sorted ??= [...this.#paths].sort();
    const sorted = this.#sorted;
    for (let at = firstFrom(sorted, start); sorted[at]?.startsWith(start); at += 1) {
      yield sorted[at] as string;
    }
  }
}

/** Returns the index of the first of the sorted strings that is not less than `text`. */
function firstFrom(sorted: readonly string[], text: string): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] as string) < text) {
      from = middle + 1;
    } else {
      to = middle;
    }
  }
  return from;
}
