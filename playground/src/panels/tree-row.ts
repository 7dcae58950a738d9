/** The properties of the rows of a tree, or of a list. */

import type { IconName } from "../icons/icons.ts";

/** A row of a tree, as {@link VirtualTree} needs it. */
export interface TreeRow {
  /** A key that no other row has. It stays as long as the row represents one item. */
  key: string;
  /** The level, from 1. */
  level: number;
  /** True if the rows below it are visible; undefined if it has none. */
  open?: boolean | undefined;
  /** Its place among its siblings, from 1. */
  position: number;
  /** The number of its siblings, itself included. */
  siblings: number;
  /** The text for screen readers, if it differs from the visible text. */
  label?: string;
}

/** Returns the rows of a list, all on the first level. */
export function listed<Row extends Pick<TreeRow, "key">>(rows: readonly Row[]): (Row & TreeRow)[] {
  return rows.map((row, at) => ({ ...row, level: 1, position: at + 1, siblings: rows.length }));
}

/** A row of a column: a name, and below it a description, if there is one. */
export interface ColumnRow extends TreeRow {
  kind: string;
  description?: string;
  /** The most severe weight of the remarks about it; undefined if none exist. */
  weight?: "error" | "warning" | "info" | "hint" | undefined;
}

/** The symbol and colour of a kind: a character, or a picture. The symbols differ, not only the colours. */
export interface KindStyle {
  sign?: string;
  icon?: IconName;
  color: string;
}
