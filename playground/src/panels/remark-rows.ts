/** Findings and problems as rows of a tree: under their files, or under their rules. */

import { blamed } from "../over.ts";
import { type Remark, WEIGHTS, type Weight } from "../place.ts";
import { BY_NAME } from "../project.ts";
import type { TreeRow } from "./tree-row.ts";

/** What findings are listed under. */
export type Grouping = "file" | "rule";

/** A row of the list: a group, a remark in it, or the only one of a group, in place of both. */
export interface RemarkRow extends TreeRow {
  /** What a group is called. */
  title: string;
  /** How many remarks it has. */
  count: number;
  /** The remark, where it is one. */
  remark?: Remark;
}

/** What is wanted to be seen. */
export interface Wanted {
  /** The weights; all of them when there are none. */
  weights: ReadonlySet<Weight>;
  /** A part of the message, the rule or the path, in any letter case; all of them when it is empty. */
  text: string;
}

/** The rows that are wanted, without those of the groups in `closed`. The groups with the gravest come first. */
export function remarkRows(
  remarks: readonly Remark[],
  by: Grouping,
  wanted: Wanted,
  closed: ReadonlySet<string>,
): RemarkRow[] {
  const groups = new Map<string, Remark[]>();
  for (const remark of remarks) {
    if (isWanted(remark, wanted)) {
      const title = titleOf(remark, by);
      const group = groups.get(title) ?? [];
      groups.set(title, group);
      group.push(remark);
    }
  }
  const weighed = [...groups].map(([title, group]) => ({ title, group, gravest: gravest(group) }));
  weighed.sort((one, two) => one.gravest - two.gravest || BY_NAME.compare(one.title, two.title));
  return weighed.flatMap(({ title, group }, index) => rowsOf(title, group, index + 1, weighed.length, closed));
}

/** Whether a remark is wanted to be seen. */
export function isWanted({ weight, message, rule, path }: Remark, { weights, text }: Wanted): boolean {
  const part = text.trim().toLowerCase();
  const holds = part === "" || [message, rule, path].some((one) => one?.toLowerCase().includes(part));
  return holds && (weights.size === 0 || weights.has(weight));
}

/** What a remark is listed under. What no rule says is of a file, such as one that cannot be read. */
function titleOf({ path, rule, side, message, over }: Remark, by: Grouping): string {
  if (by === "file") {
    return blamed(message, over[0]) ?? path ?? "no file";
  }
  return rule ?? (path === undefined ? "no rule" : side === "rules" ? "Rule files" : "Files");
}

/** How grave the gravest is: what could not be checked may hide anything. */
function gravest(group: readonly Remark[]): number {
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
 * Remarks stay in the order of the report, but for problems, which come first: before all those that know what was meant, as
 * others may come of them.
 */
function rank({ weight, suggestion }: Remark): number {
  return weight !== "problem" ? 2 : suggestion === undefined ? 1 : 0;
}
