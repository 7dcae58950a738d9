/** The filter that all lists use: a part of a string, in any letter case. */

/** Returns a function that returns true if one of its arguments contains `part`, or `part` is empty. */
export function containing(part: string): (...texts: readonly (string | undefined)[]) => boolean {
  const needle = part.trim().toLowerCase();
  return (...texts) => needle === "" || texts.some((text) => text?.toLowerCase().includes(needle));
}

/** Returns the set with an item, or without it. By default, an item that is in the set is removed. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item, inside = !set.has(item)): ReadonlySet<Item> {
  const next = new Set(set);
  inside ? next.add(item) : next.delete(item);
  return next;
}
