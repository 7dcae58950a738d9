/** The order of paths: that of their bytes in UTF-8, as in the engine. */

/** Matches half of a character that UTF-16 writes in two units. Only these have another order in JavaScript. */
export const HALF = /[\ud800-\udfff]/;

/** Compares two strings by their bytes in UTF-8. */
export function compareBytes(one: string, other: string): number {
  const isHalf = HALF.test(one) || HALF.test(other);
  return isHalf ? Buffer.compare(Buffer.from(one), Buffer.from(other)) : compareUnits(one, other);
}

/** Like {@link compareBytes}, for strings that {@link HALF} does not match. */
export function compareUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one !== other);
}
