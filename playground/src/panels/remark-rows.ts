/** Findings and problems as rows of a tree: under their files, or under their rules. */

import type { Remark, Weight } from "../place.ts";
import type { TreeRow } from "./tree-row.ts";

/** What findings are listed under. */
export type Grouping = "file" | "rule";

/** A row of the list: a group, or a remark in it. */
export interface RemarkRow extends TreeRow {
  /** What a group is called. */
  title: string;
  /** How many remarks it has. */
  count: number;
  /** The remark, where it is one. */
  remark?: Remark;
}

/** The rows, without the remarks of a weight in `hidden` and those of the groups in `closed`. */
export function remarkRows(
  remarks: readonly Remark[],
  by: Grouping,
  hidden: ReadonlySet<Weight>,
  closed: ReadonlySet<string>,
): RemarkRow[] {
  const groups = new Map<string, Remark[]>();
  for (const remark of remarks) {
    if (!hidden.has(remark.weight)) {
      const title = titleOf(remark, by);
      const group = groups.get(title) ?? [];
      groups.set(title, group);
      group.push(remark);
    }
  }
  const sorted = [...groups].sort(([, one], [, two]) => worst(one) - worst(two));
  return sorted.flatMap(([title, group], index) => rowsOf(title, group, index + 1, sorted.length, closed));
}

function titleOf({ path, rule }: Remark, by: Grouping): string {
  return (by === "file" ? path : rule) ?? (by === "file" ? "no file" : "no rule");
}

/** Groups with problems come first: what could not be checked may hide anything. */
function worst(group: readonly Remark[]): number {
  return group.some(({ weight }) => weight === "problem") ? 0 : 1;
}

function rowsOf(
  title: string,
  group: readonly Remark[],
  position: number,
  siblings: number,
  closed: ReadonlySet<string>,
): RemarkRow[] {
  const count = group.length;
  const key = `group ${title}`;
  const open = !closed.has(key);
  const head: RemarkRow = { key, level: 1, open, position, siblings, title, count };
  if (!open) {
    return [head];
  }
  const sorted = [...group].sort((one, two) => rank(one) - rank(two));
  const rows = sorted.map((remark, index): RemarkRow => {
    const place = { position: index + 1, siblings: count };
    return { key: `remark ${index} ${title}`, level: 2, title, count: 0, remark, ...place };
  });
  return [head, ...rows];
}

/** Remarks stay in the order of the report, but for problems, which come first. */
function rank({ weight }: Remark): number {
  return weight === "problem" ? 0 : 1;
}
