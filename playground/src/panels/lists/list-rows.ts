/** The rows of two asset lists and of the result of an operation on them, filtered. */

import { nextTask } from "../../drop/next-task.ts";
import type { ComparedLists, ListKind } from "../../engine.ts";
import { containing } from "../filter.ts";
import type { ColumnRow } from "../tree-row.ts";

/** The symbol, colour and description of each kind. The symbols differ, not only the colours. */
export const KINDS = {
  added: { sign: "+", color: "passed", doc: "in the second list only" },
  removed: { sign: "−", color: "error", doc: "in the first list only" },
  changed: { sign: "≠", color: "warning", doc: "in both lists, with different hashes" },
  moved: { sign: "→", color: "info", doc: "in both lists, with the same hash and different paths" },
  same: { sign: "=", color: "muted", doc: "in both lists, unchanged" },
  elsewhere: { sign: "◦", color: "hint", doc: "from another list, and in neither of the two lists in this form" },
} as const satisfies Record<ListKind, unknown>;

/** A description of the result of each operation. */
export const OPERATIONS = {
  delta: "assets that are new or changed in the second list",
  union: "all assets of both lists",
  intersection: "assets that are in both lists",
  complement: "assets that are only in the second list",
  filepattern: "assets of the first list that match the pattern",
  intersectioncount: "assets that are in at least this number of lists, each as in the first list that contains it",
  plan: "the result of one step of the plan",
} as const;

/** A column of the view: one of the two lists, or the result. */
export type Column = "first" | "second" | "result";

/** A row. The rows of one asset have the same key in all columns. */
export interface ListRow extends ColumnRow {
  kind: ListKind;
  path: string;
  /** The first digits of its hash. */
  hash: string;
  id: string | undefined;
  /** The entry of the asset in the other list, if its path or its hash differs there. */
  other: { path: string; hash: string } | undefined;
}

/** Returns the kinds to list: `elsewhere` only if there are assets of that kind, all other kinds always. */
export function kindsOf(counts: Readonly<Record<ListKind, number>>): ListKind[] {
  const kinds = Object.keys(KINDS) as ListKind[];
  return kinds.filter((kind) => kind !== "elsewhere" || counts[kind] > 0);
}

export interface ListFilter {
  /** A part of the path, or of the path in the other list, in any letter case; an empty string matches all. */
  text: string;
  hidden: ReadonlySet<ListKind>;
}

/** The number of entries that are processed before the page may draw. */
const SLICE = 5_000;

/** Returns the rows of a column that match the filter; undefined if `signal` is aborted. */
export async function rowsOf(
  lists: ComparedLists,
  column: Column,
  { text, hidden }: ListFilter,
  signal: AbortSignal,
): Promise<ListRow[] | undefined> {
  const isFound = containing(text);
  const rows: ListRow[] = [];
  const size = column === "result" ? lists.result.length : lists[column].size;
  for (let at = 0; at < size; at += 1) {
    if (at % SLICE === SLICE - 1) {
      await nextTask();
    }
    if (signal.aborted) {
      return undefined;
    }
    const row = rowAt(lists, column, at);
    if (!hidden.has(row.kind) && isFound(row.path, row.other?.path)) {
      rows.push(row);
      row.position = rows.length;
    }
  }
  for (const row of rows) {
    row.siblings = rows.length;
  }
  return rows;
}

function rowAt(lists: ComparedLists, column: Column, at: number): ListRow {
  if (column !== "result") {
    return entryAt(lists, column, at);
  }
  // The engine counts entries of the second and further lists from 0, and those of the first list down from -1.
  const place = lists.result[at] ?? 0;
  if (place < 0) {
    return entryAt(lists, "first", ~place);
  }
  const { size } = lists.second;
  return place < size ? entryAt(lists, "second", place) : entryAt(lists, "further", place - size);
}

/** The list that contains an entry. */
type ListSide = "first" | "second" | "further";

function entryAt(lists: ComparedLists, side: ListSide, place: number): ListRow {
  const list = lists[side];
  const there = lists[side === "first" ? "second" : "first"];
  const twin = list.other(place);
  const [kind, path] = [list.kind(place), list.path(place)];
  const other = kind === "same" || twin === undefined ? undefined : { path: there.path(twin), hash: there.hash(twin) };
  return {
    // The place in the second list, or in the list that has the asset if the second does not.
    key: side !== "first" || twin === undefined ? `${side} ${place}` : `second ${twin}`,
    level: 1,
    position: 0,
    siblings: 0,
    kind,
    path,
    hash: list.hash(place),
    id: list.id(place),
    other,
  };
}
