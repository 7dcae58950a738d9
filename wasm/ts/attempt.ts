/** Work whose errors do not matter, for example because another part of a run reports them. */

/** Returns the result of `work`, or undefined if it throws. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
