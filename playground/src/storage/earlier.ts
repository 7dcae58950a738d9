/** Earlier projects: changed projects that were replaced by another one. The newest is first. */

export interface EarlierProject {
  id: string;
  /** The name of the project, which may be empty. */
  name: string;
  /** The time when it was stored last, in milliseconds since 1970. */
  at: number;
  /** The number of files in its group of rules. */
  rules: number;
  /** The number of its files under check. */
  files: number;
  /** The number of further files under check that were too much to be stored. */
  left: number;
  /** The size of all its files, in bytes. */
  size: number;
}

export const MOST_EARLIER = 20;
/** The maximum size of all earlier projects together, in bytes. */
export const MOST_EARLIER_BYTES = 32 * 1024 * 1024;

/** Returns the list with one more project, and the oldest projects, which are dropped for lack of space. */
export function withEarlier(
  list: readonly EarlierProject[],
  added: EarlierProject,
): { list: readonly EarlierProject[]; dropped: readonly EarlierProject[] } {
  const all = [added, ...withoutEarlier(list, added.id)].sort((one, other) => other.at - one.at);
  let bytes = 0;
  const fits = all.findIndex(({ size }, at) => {
    bytes += size;
    // The newest project stays, whatever its size.
    return at >= MOST_EARLIER || (at > 0 && bytes > MOST_EARLIER_BYTES);
  });
  return fits === -1 ? { list: all, dropped: [] } : { list: all.slice(0, fits), dropped: all.slice(fits) };
}

export function withoutEarlier(list: readonly EarlierProject[], id: string): readonly EarlierProject[] {
  return list.filter((earlier) => earlier.id !== id);
}

/** Returns the title of an earlier project on the page, with a default for one without a name. */
export function titleOf({ name }: Pick<EarlierProject, "name">): string {
  return name || "Untitled project";
}
