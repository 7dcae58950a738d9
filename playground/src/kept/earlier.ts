/** Earlier projects: those that gave way to another one after they had been changed. The newest is first. */

/** What is told of an earlier project. */
export interface Earlier {
  /** What no other project has. */
  id: string;
  /** What it is called. */
  name: string;
  /** When it was kept last, in milliseconds since 1970. */
  at: number;
  /** How many files it has on the side of the rules. */
  rules: number;
  /** How many files under check it has. */
  files: number;
  /** How many more there were, which were too much to be kept. */
  left: number;
  /** How long its files are together, in bytes. */
  size: number;
}

/** So many earlier projects are kept. */
export const MOST_EARLIER = 20;
/** So long may they be together, in bytes. */
export const MOST_EARLIER_BYTES = 32 * 1024 * 1024;

/** A list with one more, and those for which there is no room any more, the earliest of all. */
export function withEarlier(
  list: readonly Earlier[],
  added: Earlier,
): { list: readonly Earlier[]; dropped: readonly Earlier[] } {
  const all = [added, ...withoutEarlier(list, added.id)].sort((one, other) => other.at - one.at);
  let bytes = 0;
  const fits = all.findIndex(({ size }, at) => {
    bytes += size;
    // What was just put aside stays, however long it is.
    return at >= MOST_EARLIER || (at > 0 && bytes > MOST_EARLIER_BYTES);
  });
  return fits === -1 ? { list: all, dropped: [] } : { list: all.slice(0, fits), dropped: all.slice(fits) };
}

/** A list without the project of that id. */
export function withoutEarlier(list: readonly Earlier[], id: string): readonly Earlier[] {
  return list.filter((earlier) => earlier.id !== id);
}

/** What an earlier project is called on the page. */
export function titleOf({ name }: Pick<Earlier, "name">): string {
  return name || "A project of mine";
}
