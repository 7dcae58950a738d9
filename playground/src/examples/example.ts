/** What an example is. */

import type { Shared } from "../share.ts";

/** A project that shows something. */
export interface Example {
  /** What it is called. */
  title: string;
  /** What to look at. */
  note: string;
  /** The view of the results that shows it; the findings, when it is left out. */
  view?: string;
  /** The project. */
  open: () => Shared;
}
