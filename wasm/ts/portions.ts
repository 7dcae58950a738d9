/** Sends long lists of a result in portions: a long list in one message would block the page. */

import { isPlain } from "./expected.js";

/** A part of one of a result's lists. */
export interface Portion {
  /** The index of the list. */
  list: number;
  /** The next items of the list. */
  items: readonly unknown[];
}

/** The number of items that are sent at a time. */
const AT_ONCE = 2_000;

/** Takes the long lists out of a result and returns their items. The result itself is sent last. */
export function takeOut(result: unknown): Portion[] {
  return listsOf(result).flatMap((all, list) => {
    // The list stays in the result, empty, so that both sides count the same lists.
    const items = all.length > AT_ONCE ? all.splice(0) : [];
    const count = Math.ceil(items.length / AT_ONCE);
    return Array.from({ length: count }, (_, at) => ({ list, items: items.slice(at * AT_ONCE, (at + 1) * AT_ONCE) }));
  });
}

/** Puts the items back into the lists that they were taken from. */
export function putBack(result: unknown, portions: readonly Portion[]): void {
  if (portions.length === 0) {
    return;
  }
  const lists = listsOf(result);
  for (const { list, items } of portions) {
    lists[list]?.push(...items);
  }
}

/**
 * Returns the lists in a result, in order. Items of a list that is sent in portions are not searched, so that the
 * client finds the same lists in the result without these items.
 */
function listsOf(value: unknown): unknown[][] {
  if (Array.isArray(value)) {
    return [value, ...(value.length > AT_ONCE ? [] : value.flatMap(listsOf))];
  }
  return isPlain(value) ? Object.values(value).flatMap(listsOf) : [];
}
