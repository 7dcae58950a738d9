/**
 * Splits long lists of a result into portions, which a worker sends one after the other: a long list in one message
 * would block the page.
 */

import type { ResultOf } from "./messages.js";

/** A part of one of a result's lists. */
export interface Portion {
  /** The index of the list. */
  list: number;
  /** The next items of the list. */
  items: readonly unknown[];
}

/** The result of a task. */
type Result = ResultOf;

/** The number of items that are sent at a time. */
const AT_ONCE = 2_000;

/** Takes the long lists out of a result and returns their items. The result itself is sent last. */
export function takeOut(result: Result): Portion[] {
  return listsOf(result).flatMap((all, list) => {
    const items = all.length > AT_ONCE ? all.splice(0) : [];
    const count = Math.ceil(items.length / AT_ONCE);
    return Array.from({ length: count }, (_, at) => ({ list, items: items.slice(at * AT_ONCE, (at + 1) * AT_ONCE) }));
  });
}

/** Puts the items back. */
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
