/** Moves the focus when the focused element is removed. The next Tab would begin at the top of the page. */

import { flushSync } from "svelte";

/** The trees and, on a narrow page, the navigation: the parts next to notices. */
export const NOTICE_NEIGHBOURS = ["#tree-files [role=tree]", "nav [aria-current]"];

/** Focuses the first focusable element of these selectors, unless the action has moved the focus. */
export function focusFirst(selectors: readonly string[]): void {
  // After this, the removed element has left the document, and an element that takes the focus has it.
  flushSync();
  for (const selector of selectors) {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) {
      document.querySelector<HTMLElement>(selector)?.focus();
    }
  }
}
