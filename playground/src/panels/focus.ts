/** Where the focus goes when what had it goes away: not to the page as a whole, where the next key would begin at its head. */

import { flushSync } from "svelte";

/** The trees and, on a narrow page, the part that is shown: what is beside all that is told in passing. */
export const BESIDE_TOLD = ["#tree-files [role=tree]", "nav [aria-current]"];

/** Takes the focus to the first element of these selectors that takes it, unless what was done took it elsewhere. */
export function focusFirst(selectors: readonly string[]): void {
  // What goes away is gone then, and what takes the focus by itself has it.
  flushSync();
  for (const selector of selectors) {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) {
      document.querySelector<HTMLElement>(selector)?.focus();
    }
  }
}
