/** Long lists of a result, which a worker sends one portion after the other: taken in at once they would hold up the page. */

import type { Results } from "./messages.js";

/** A part of one of a result's lists. */
export interface Portion {
  /** Which list. */
  list: number;
  /** What follows in it. */
  items: readonly unknown[];
}

/** What comes of a task. */
type Result = Results[keyof Results];

/** So much is sent at a time. */
const AT_ONCE = 2_000;

/** Takes what is long out of a result, which is sent last. */
export function takeOut(result: Result): Portion[] {
  return listsOf(result).flatMap((all, list) => {
    const items = all.length > AT_ONCE ? all.splice(0) : [];
    const count = Math.ceil(items.length / AT_ONCE);
    return Array.from({ length: count }, (_, at) => ({ list, items: items.slice(at * AT_ONCE, (at + 1) * AT_ONCE) }));
  });
}

/** Puts it back. */
export function putBack(result: Result, portions: readonly Portion[]): void {
  const lists = listsOf(result);
  for (const { list, items } of portions) {
    lists[list]?.push(...items);
  }
}

/** The lists that can be long, in a fixed order. */
function listsOf(result: Result): unknown[][] {
  if (typeof result !== "object") {
    return [];
  }
  if ("report" in result) {
    return [result.report.findings, result.report.problems];
  }
  if ("graph" in result) {
    return result.packages.map(({ members }) => members);
  }
  if ("contexts" in result) {
    return [result.definitions, result.told];
  }
  if ("ruleFiles" in result) {
    return [result.rows, result.told];
  }
  return "rule" in result ? result.steps.map(({ values }) => values) : [];
}
