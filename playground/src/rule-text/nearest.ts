/** Finds the name that is most similar to an unknown one. */

/** Returns the name that differs by the fewest letters; undefined if more than one in three letters differ. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  let found: { name: string; off: number } | undefined;
  for (const other of names) {
    const off = distance(name.toLowerCase(), other.toLowerCase());
    if (off <= Math.max(1, name.length / 3) && off < (found?.off ?? Number.POSITIVE_INFINITY)) {
      found = { name: other, off };
    }
  }
  return found?.name;
}

/** Returns the number of letters to insert, remove or replace until the two strings are equal. */
function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (let at = 1; at <= other.length; at += 1) {
      const kept = (before[at - 1] ?? 0) + Number(letter !== other[at - 1]);
      now.push(Math.min(kept, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}
