/** Two asset lists side by side: the data of their entries, as one worker sends it to another. */

import type { PlanStep, Problem } from "../../types.js";
import type { AssetKey } from "./asset-list.js";

/** The kinds, in the order in which they are shown. */
export const LIST_KINDS = ["added", "removed", "changed", "moved", "same", "elsewhere"] as const;

/**
 * The kind of an entry: only in the second list (`added`), only in the first list (`removed`), in both with another
 * hash (`changed`), in both with the same hash and another path (`moved`), in both unchanged (`same`), or in neither
 * list in this form (`elsewhere`).
 */
export type ListKind = (typeof LIST_KINDS)[number];

/** The number for no place in a list. */
const NONE = -1;

/** A list in columns: a hundred thousand entries as objects would hold up the page that takes them in. */
export interface ListData {
  /** The paths, with a zero character between them. */
  paths: string;
  /** The ids likewise; an entry without one has an empty text. */
  ids: string;
  /** The beginnings of the hashes, each {@link SHORT} digits, without anything between them. */
  hashes: string;
  /** For each entry its kind, by the number that it has in {@link LIST_KINDS}. */
  kinds: Uint8Array;
  /** For each entry the place of the same asset in the other list, or -1. */
  others: Int32Array;
  /** Warnings about the file. */
  warnings: readonly Problem[];
}

/** The data of a comparison. */
export interface ListsData {
  /** The key that the lists were compared by. */
  key: AssetKey;
  first: ListData;
  second: ListData;
  /** Entries of the result that neither list has so. */
  further: ListData;
  /** As {@link ComparedLists.result}. */
  result: Int32Array;
  /** As {@link ComparedLists.steps}. */
  steps: readonly PlanStep[];
  /** As {@link ComparedLists.written}. */
  written?: Blob;
}

/** The number of digits of a hash that are enough for people to tell two hashes apart. */
export const SHORT = 8;

/** A list that was compared with another one. Places count from 0. */
export interface ComparedList {
  /** How many entries there are. */
  readonly size: number;
  /** Warnings about content that was accepted but should be reviewed. */
  readonly warnings: readonly Problem[];
  /** The path of the entry at a place. */
  path(place: number): string;
  /** Its id; undefined when it has none. */
  id(place: number): string | undefined;
  /** The first eight digits of its hash. */
  hash(place: number): string;
  /** The kind of the entry at a place. */
  kind(place: number): ListKind;
  /** The place of the same asset in the other list; undefined when that one does not have it. */
  other(place: number): number | undefined;
}

/** Two lists, and what an operation made of them. */
export interface ComparedLists {
  /** The key that the lists were compared by. */
  readonly key: AssetKey;
  /** The first of them, in its own order. */
  readonly first: ComparedList;
  /** The second of them, in its own order. */
  readonly second: ComparedList;
  /** The entries of the result that neither list has in this form: of the kind `elsewhere`. */
  readonly further: ComparedList;
  /**
   * For each entry of the result its place in the second list, from that list's end on in {@link ComparedLists.further}; or
   * `~place`, which is below 0, of one of the first list.
   */
  readonly result: Int32Array;
  /** The steps of the plan, with the lists that were put in for what they leave open; none of other operations. */
  readonly steps: readonly PlanStep[];
  /** The result as a file, where it was asked for in a form. */
  readonly written?: Blob;
  /** How many assets are of each kind; what is in both lists counts once. */
  readonly counts: Readonly<Record<ListKind, number>>;
}

/** The comparison that this data tells of. */
export function comparedLists({ first, second, further, ...rest }: ListsData): ComparedLists {
  return {
    ...rest,
    first: new ColumnList(first),
    second: new ColumnList(second),
    further: new ColumnList(further),
    counts: count(first, second, further),
  };
}

function count(first: ListData, second: ListData, further: ListData): Record<ListKind, number> {
  const counts = { added: 0, removed: 0, changed: 0, moved: 0, same: 0, elsewhere: further.kinds.length };
  for (const kind of second.kinds) {
    counts[LIST_KINDS[kind] ?? "same"] += 1;
  }
  counts.removed = first.others.reduce((sum, other) => sum + (other === NONE ? 1 : 0), 0);
  return counts;
}

/** A list over its columns. */
class ColumnList implements ComparedList {
  readonly size: number;
  readonly warnings: readonly Problem[];
  readonly #data: ListData;
  readonly #paths: readonly string[];
  readonly #ids: readonly string[];

  constructor(data: ListData) {
    this.#data = data;
    this.#paths = data.paths.split("\0");
    this.#ids = data.ids.split("\0");
    this.size = data.kinds.length;
    this.warnings = data.warnings;
  }

  path(place: number): string {
    return this.#paths[place] ?? "";
  }

  id(place: number): string | undefined {
    return this.#ids[place] || undefined;
  }

  hash(place: number): string {
    return this.#data.hashes.slice(place * SHORT, (place + 1) * SHORT);
  }

  kind(place: number): ListKind {
    return LIST_KINDS[this.#data.kinds[place] ?? 0] ?? "same";
  }

  other(place: number): number | undefined {
    const other = this.#data.others[place] ?? NONE;
    return other === NONE ? undefined : other;
  }
}
