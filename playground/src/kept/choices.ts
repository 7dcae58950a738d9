/** Small choices of the last visit, such as a theme. */

/** Where they are kept: for all pages of the browser, or for the tab, which has them when it is loaded again. */
type ChoiceStorage = "localStorage" | "sessionStorage";

/** A choice of the last visit, or nothing. */
export function choice(name: string, keeper: ChoiceStorage = "localStorage"): string | undefined {
  try {
    return window[keeper].getItem(`assay-${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice, where the browser allows it. */
export function keepChoice(name: string, value: string, keeper: ChoiceStorage = "localStorage"): void {
  try {
    window[keeper].setItem(`assay-${name}`, value);
  } catch {
    // The page works without, too.
  }
}
