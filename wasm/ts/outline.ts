/** Outlines: the nodes of a document, and functions to navigate in them. */

import type { NodeKind, NodeValueKind, Outline } from "./api.js";
import type { Problem } from "./types.js";

/** The number that means no node or no name. */
export const NONE = 0xffff_ffff;

/** The columns and numbers of an outline that its data and its public form have in common. */
type OutlineColumns = Pick<
  Outline,
  "parents" | "ends" | "ordinals" | "starts" | "stops" | "valueStarts" | "valueStops" | "omitted"
>;

/** The data of an outline, as one worker sends it to another. */
export interface OutlineData extends OutlineColumns {
  /** The names of the kinds of nodes, by number. */
  nodeKinds: readonly NodeKind[];
  /** The names of the kinds of values, by number. */
  valueKinds: readonly NodeValueKind[];
  /** The kind of each node, as an index of `nodeKinds`. */
  kinds: Uint8Array;
  /** The kind of each node's value, as an index of `valueKinds`. */
  values: Uint8Array;
  /** The number of each node's name. */
  names: Uint32Array;
  /** The names, and each name in the syntax of an `xpath`. */
  writtenNames: readonly string[];
  steps: readonly string[];
  /** The values as UTF-8, and the start and the end of each node's value in them. */
  texts: Uint8Array;
  textStarts: Uint32Array;
  textEnds: Uint32Array;
  fault?: Problem;
  /** The text, if it differs from the given one. */
  text?: string;
}

export class ColumnOutline implements Outline {
  readonly data: OutlineData;
  readonly parents: Uint32Array;
  readonly ends: Uint32Array;
  readonly ordinals: Uint32Array;
  readonly starts: Uint32Array;
  readonly stops: Uint32Array;
  readonly valueStarts: Uint32Array;
  readonly valueStops: Uint32Array;
  readonly omitted: number;
  readonly fault: Problem | undefined;
  readonly size: number;
  readonly text: string;
  /** A value may begin with a byte order mark, which is a part of it. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The nodes sorted by their starts; only for a document whose nodes are in another order. */
  #byStart: Uint32Array | undefined;

  /** Creates an outline. Its text is `content`, unless the data contains the text. */
  constructor(data: OutlineData, content: string | Uint8Array) {
    this.data = data;
    ({
      parents: this.parents,
      ends: this.ends,
      ordinals: this.ordinals,
      starts: this.starts,
      stops: this.stops,
    } = data);
    ({ valueStarts: this.valueStarts, valueStops: this.valueStops, omitted: this.omitted, fault: this.fault } = data);
    this.size = data.kinds.length;
    this.text = data.text ?? (typeof content === "string" ? content : "");
    // The nodes of a YAML alias have the place of the alias, so the starts of nodes may decrease.
    if (data.starts.some((start, node) => node > 0 && start < (data.starts[node - 1] ?? 0))) {
      this.#byStart = Uint32Array.from(data.starts.keys()).sort((a, b) => this.#start(a) - this.#start(b) || a - b);
    }
  }

  kind(node: number): NodeKind {
    return this.data.nodeKinds[this.data.kinds[node] ?? 0] ?? "root";
  }

  name(node: number): string {
    return this.data.writtenNames[this.data.names[node] ?? NONE] ?? "";
  }

  value(node: number): string {
    const { texts, textStarts, textEnds } = this.data;
    return this.#decoder.decode(texts.subarray(textStarts[node], textEnds[node]));
  }

  valueKind(node: number): NodeValueKind {
    return this.data.valueKinds[this.data.values[node] ?? 0] ?? "none";
  }

  parent(node: number): number | undefined {
    const parent = this.data.parents[node];
    return parent === NONE ? undefined : parent;
  }

  *roots(): Iterable<number> {
    yield* this.#row(0, this.size);
  }

  *children(node: number): Iterable<number> {
    yield* this.#row(node + 1, this.data.ends[node] ?? 0);
  }

  xpath(node: number): string {
    const names: string[] = [];
    let above = node;
    for (let parent = this.parent(node); parent !== undefined; parent = this.parent(parent)) {
      names.push(this.data.steps[this.data.names[above] ?? NONE] ?? "*");
      above = parent;
    }
    const [last, ...path] = names;
    const isAttribute = this.kind(node) === "attribute";
    const end = last === undefined ? "" : `${isAttribute ? ":" : "/"}${last}`;
    return `${["*", ...path.reverse()].join("/")}${end}`;
  }

  at(from: number, to = from): number | undefined {
    let node = this.#lastAt(from);
    while (node !== undefined && !(this.#start(node) <= from && to <= (this.data.stops[node] ?? 0))) {
      node = this.parent(node);
    }
    return node;
  }

  #start(node: number): number {
    return this.data.starts[node] ?? 0;
  }

  /** Returns the last node that starts at or before `offset`. */
  #lastAt(offset: number): number | undefined {
    const count = countUpTo(this.data.starts, offset, this.#byStart);
    return count === 0 ? undefined : (this.#byStart?.[count - 1] ?? count - 1);
  }

  /** Yields the siblings from `first` up to `end`. */
  *#row(first: number, end: number): Iterable<number> {
    for (let node = first; node < end; node = this.data.ends[node] ?? end) {
      yield node;
    }
  }
}

/** Returns the number of values that are at most `limit`. They are sorted, or `order` holds their sorted places. */
function countUpTo(numbers: Uint32Array, limit: number, order?: Uint32Array): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[order?.[middle] ?? middle] ?? 0) <= limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Returns the data of an outline that this package made, to be sent to another worker. */
export function dataOf(outline: Outline): OutlineData {
  return (outline as ColumnOutline).data;
}
