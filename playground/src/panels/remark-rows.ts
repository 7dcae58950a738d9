/** Findings and problems as rows of a tree: under their files, or under their rules. */

import { blamed } from "../merged-problems.ts";
import { type Remark, WEIGHTS, type Weight } from "../place.ts";
import { BY_NAME } from "../project.ts";
import { containing } from "./filter.ts";
import type { TreeRow } from "./tree-row.ts";

export type Grouping = "file" | "rule";

/** A row of the list: a group, a remark in a group, or the only remark of a group, in place of both. */
export interface RemarkRow extends TreeRow {
  title: string;
  /** The number of remarks that the row represents; 0 for a remark within a group. */
  count: number;
  remark?: Remark;
}

export interface RemarkFilter {
  /** The weights to show; all if the set is empty. */
  weights: ReadonlySet<Weight>;
  /** A part of the message, the rule or the path, in any letter case; an empty string matches all. */
  text: string;
}

/** Returns the rows that match the filter, without those in closed groups. Severe groups come first. */
export function remarkRows(
  remarks: readonly Remark[],
  by: Grouping,
  filter: RemarkFilter,
  closed: ReadonlySet<string>,
): RemarkRow[] {
  const groups = new Map<string, Remark[]>();
  for (const remark of remarks) {
    if (matchesFilter(remark, filter)) {
      const title = titleOf(remark, by);
      const group = groups.get(title) ?? [];
      groups.set(title, group);
      group.push(remark);
    }
  }
  const weighed = [...groups].map(([title, group]) => ({ title, group, mostSevere: mostSevere(group) }));
  weighed.sort((one, two) => one.mostSevere - two.mostSevere || BY_NAME.compare(one.title, two.title));
  return weighed.flatMap(({ title, group }, index) => rowsOf(title, group, index + 1, weighed.length, closed));
}

export function matchesFilter({ weight, message, rule, path }: Remark, { weights, text }: RemarkFilter): boolean {
  return (weights.size === 0 || weights.has(weight)) && containing(text)(message, rule, path);
}

/**
 * Returns the title of the group for a remark. By rule, a remark without a rule (such as on an unreadable file) is in
 * `Files`, `Rule files` or `no rule`.
 */
function titleOf({ path, rule, side, message, affected }: Remark, by: Grouping): string {
  if (by === "file") {
    return blamed(message, affected[0]) ?? path ?? "no file";
  }
  return rule ?? (path === undefined ? "no rule" : side === "rules" ? "Rule files" : "Files");
}

/** Returns the rank of the most severe weight: problems come first, because they may hide anything. */
function mostSevere(group: readonly Remark[]): number {
  // A set, because a group may have more remarks than a call can have arguments.
  return Math.min(...new Set(group.map(({ weight }) => WEIGHTS.indexOf(weight))));
}

function rowsOf(
  title: string,
  group: readonly Remark[],
  position: number,
  siblings: number,
  closed: ReadonlySet<string>,
): RemarkRow[] {
  const count = group.length;
  const [first] = group;
  if (count === 1 && first !== undefined) {
    return [{ key: `remark 0 ${title}`, level: 1, position, siblings, title, count, remark: first }];
  }
  const key = `group ${title}`;
  const open = !closed.has(key);
  const head: RemarkRow = { key, level: 1, open, position, siblings, title, count };
  if (!open) {
    return [head];
  }
  const sorted = [...group].sort((one, two) => rank(one) - rank(two));
  const rows = sorted.map((remark, index): RemarkRow => {
    const place = { position: index + 1, siblings: group.length };
    return { key: `remark ${index} ${title}`, level: 2, title, count: 0, remark, ...place };
  });
  return [head, ...rows];
}

/**
 * Returns the rank of a remark within its group: problems with a suggestion come first, as other problems may follow
 * from them; then other problems, then all else. Remarks of equal rank stay in the order of the report.
 */
function rank({ weight, suggestion }: Remark): number {
  return weight !== "problem" ? 2 : suggestion === undefined ? 1 : 0;
}
