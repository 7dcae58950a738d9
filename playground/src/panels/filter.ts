/** Filters of lists, which are alike in all of them: a part of a text, in any letter case. */

/** Returns a function that returns true if one of some texts contains `part`. An empty part is in everything. */
export function containing(part: string): (...texts: readonly (string | undefined)[]) => boolean {
  const wanted = part.trim().toLowerCase();
  return (...texts) => wanted === "" || texts.some((text) => text?.toLowerCase().includes(wanted));
}

/** Returns the set with an item, or without it. By default, an item that is in the set is removed. */
export function toggled<Item>(set: ReadonlySet<Item>, item: Item, inside = !set.has(item)): ReadonlySet<Item> {
  const next = new Set(set);
  inside ? next.add(item) : next.delete(item);
  return next;
}
