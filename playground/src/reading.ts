/** The progress of reading a long file. The file may be read more than once, and the progress never goes back. */

import type { Reading } from "./engine.ts";

export interface Read extends Reading {
  /** The progress of reading it again, in bytes; undefined while it is read for the first time. */
  again?: number;
}

/**
 * Returns the progress `before`, updated with `now`. If `now` is less, the file is being read again. Another file
 * starts from the beginning.
 */
export function readOn(before: Read | undefined, now: Reading): Read {
  if (before?.path !== now.path) {
    return now;
  }
  if (before.again !== undefined) {
    return { ...before, again: Math.max(before.again, now.done) };
  }
  return now.done < before.done ? { ...before, again: now.done } : now;
}
