/** How far the reading of a long file is, for those who wait: it may be gone through more than once, and never goes back. */

import type { Reading } from "./engine.ts";

/** How far a file was read. */
export interface Read extends Reading {
  /** How far it was read when it was gone through again, in bytes; nothing before. */
  again?: number;
}

/** What `now` adds to what was read before. */
export function readOn(before: Read | undefined, now: Reading): Read {
  if (before?.path !== now.path) {
    return now;
  }
  if (before.again !== undefined) {
    return { ...before, again: Math.max(before.again, now.done) };
  }
  return now.done < before.done ? { ...before, again: now.done } : now;
}
