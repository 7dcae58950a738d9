/** The rows of two asset lists and of what an operation made of them, as far as they are wanted. */

import { breath } from "../../drop/breath.ts";
import type { ComparedLists, ListKind } from "../../engine.ts";
import type { TreeRow } from "../tree-row.ts";

/** How a kind looks: signs differ, not only colours. */
export const KINDS = {
  added: { sign: "+", color: "passed", doc: "in the second list only" },
  removed: { sign: "−", color: "error", doc: "in the first list only" },
  changed: { sign: "≠", color: "warning", doc: "in both lists, with different hashes" },
  moved: { sign: "→", color: "info", doc: "in both lists, with the same hash and different paths" },
  same: { sign: "=", color: "muted", doc: "in both lists, as it is" },
} as const satisfies Record<ListKind, unknown>;

/** What the operations give, as people say it. */
export const OPERATIONS = {
  delta: "what is new or changed in the second list",
  union: "what is in either list",
  intersection: "what is in both lists",
  complement: "what is in the second list only",
  filepattern: "what a pattern matches in the first list",
} as const;

/** The columns, from left to right. */
export const COLUMNS = ["first", "second", "result"] as const;

/** One of the columns. */
export type Column = (typeof COLUMNS)[number];

/** A row. The rows of one asset have the same key in all columns. */
export interface ListRow extends TreeRow {
  kind: ListKind;
  path: string;
  /** The first digits of its hash. */
  hash: string;
  id: string | undefined;
  /** The same asset in the other list, where it has another path or hash there. */
  other: { path: string; hash: string } | undefined;
}

/** What is wanted to be seen. */
export interface Wanted {
  /** A part of the path, or of the path in the other list, in any letter case; all of them when it is empty. */
  text: string;
  /** The kinds that are not. */
  hidden: ReadonlySet<ListKind>;
}

/** So many entries are looked at before the page may draw. */
const SLICE = 5_000;

/** The rows of a column that are wanted; nothing once `signal` says that they are not wanted any more. */
export async function rowsOf(
  lists: ComparedLists,
  column: Column,
  { text, hidden }: Wanted,
  signal: AbortSignal,
): Promise<ListRow[] | undefined> {
  const part = text.toLowerCase();
  const rows: ListRow[] = [];
  const size = column === "result" ? lists.result.length : lists[column].size;
  for (let at = 0; at < size; at += 1) {
    if (at % SLICE === SLICE - 1) {
      await breath();
    }
    if (signal.aborted) {
      return undefined;
    }
    const row = rowAt(lists, column, at);
    if (!hidden.has(row.kind) && (part === "" || holds(row, part))) {
      rows.push(row);
      row.position = rows.length;
    }
  }
  for (const row of rows) {
    row.siblings = rows.length;
  }
  return rows;
}

function holds({ path, other }: ListRow, part: string): boolean {
  return path.toLowerCase().includes(part) || other?.path.toLowerCase().includes(part) === true;
}

function rowAt(lists: ComparedLists, column: Column, at: number): ListRow {
  if (column !== "result") {
    return entryAt(lists, column, at);
  }
  const place = lists.result[at] ?? 0;
  return place < 0 ? entryAt(lists, "first", ~place) : entryAt(lists, "second", place);
}

function entryAt(lists: ComparedLists, side: "first" | "second", place: number): ListRow {
  const list = lists[side];
  const there = lists[side === "first" ? "second" : "first"];
  const twin = list.other(place);
  const [kind, path] = [list.kind(place), list.path(place)];
  const other = kind === "same" || twin === undefined ? undefined : { path: there.path(twin), hash: there.hash(twin) };
  return {
    key: keyOf(side, place, twin),
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

/** An asset is known by its place in the second list, or by that in the first one when it is nowhere else. */
function keyOf(side: "first" | "second", place: number, twin: number | undefined): string {
  if (side === "second") {
    return `second ${place}`;
  }
  return twin === undefined ? `first ${place}` : `second ${twin}`;
}

/** Whether a file is an asset list, as far as its name tells. */
export function isList(path: string): boolean {
  return /\.assetlist(?:\.json)?$/i.test(path);
}
