/** Small choices of the last visit, such as a theme. */

/** A choice of the last visit, or nothing. */
export function choice(name: string): string | undefined {
  try {
    return localStorage.getItem(`assay-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice, where the browser allows it. */
export function keepChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`assay-${name}`, value);
  } catch {
    // The page works without, too.
  }
}
