/** Two asset lists side by side: the data of their entries, as one worker sends it to another. */

import type { PlanStep, Problem } from "../../types.js";
import type { AssetKey } from "./asset-list.js";

/** The kinds, in the order in which they are shown. */
export const LIST_KINDS = ["added", "removed", "changed", "moved", "same", "elsewhere"] as const;

/**
 * The kind of an entry.
 *
 * - `added`: only in the second list.
 * - `removed`: only in the first list.
 * - `changed`: in both lists with different hashes.
 * - `moved`: in both lists with the same hash and different paths.
 * - `same`: in both lists without a difference.
 * - `elsewhere`: in neither list in this form.
 */
export type ListKind = (typeof LIST_KINDS)[number];

/** The number that means no place in a list. */
const NONE = -1;

/** A list in columns: a hundred thousand entries as objects would block the page that receives them. */
export interface ListData {
  /** The paths, with a zero character between them. */
  paths: string;
  /** The ids in the same form; an entry without an id has an empty string. */
  ids: string;
  /** The first {@link SHORT} digits of each hash, without separators. */
  hashes: string;
  /** For each entry, the index of its kind in {@link LIST_KINDS}. */
  kinds: Uint8Array;
  /** For each entry, the place of the same asset in the other list, or -1. */
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
  /** The entries of the result that neither list has in this form. */
  further: ListData;
  /** See {@link ComparedLists.result}. */
  result: Int32Array;
  /** See {@link ComparedLists.steps}. */
  steps: readonly PlanStep[];
  /** See {@link ComparedLists.written}. */
  written?: Blob;
}

/** The number of digits of a hash with which people can distinguish hashes. */
export const SHORT = 8;

/** A list that was compared with another one. Places count from 0. */
export interface ComparedList {
  /** The number of entries. */
  readonly size: number;
  /** Warnings about content that was accepted but should be reviewed. */
  readonly warnings: readonly Problem[];
  /** Returns the path of the entry at a place. */
  path(place: number): string;
  /** Returns its id; undefined if it has none. */
  id(place: number): string | undefined;
  /** Returns the first eight digits of its hash. */
  hash(place: number): string;
  /** Returns the kind of the entry at a place. */
  kind(place: number): ListKind;
  /** Returns the place of the same asset in the other list; undefined if that list does not contain it. */
  other(place: number): number | undefined;
}

/** Two lists, and the result of an operation on them. */
export interface ComparedLists {
  /** The key that the lists were compared by. */
  readonly key: AssetKey;
  /** The first list, in its own order. */
  readonly first: ComparedList;
  /** The second list, in its own order. */
  readonly second: ComparedList;
  /** The entries of the result that neither list has in this form: of the kind `elsewhere`. */
  readonly further: ComparedList;
  /**
   * For each entry of the result, its place in the second list. A number from the length of the second list on is a
   * place in {@link ComparedLists.further}, plus that length. A negative number is `~place` in the first list.
   */
  readonly result: Int32Array;
  /** The steps of the plan, with the lists that were used for open inputs; empty for other operations. */
  readonly steps: readonly PlanStep[];
  /** The result as a file, if a form was requested. */
  readonly written?: Blob;
  /** The number of assets of each kind; an asset in both lists counts once. */
  readonly counts: Readonly<Record<ListKind, number>>;
}

/** Creates a comparison from its data. */
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
  // Assets in both lists have been counted with the second list.
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
