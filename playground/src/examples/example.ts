/** The type of the examples that the page opens. */

import type { Shared } from "../share.ts";

/** A project that demonstrates something. */
export interface Example {
  /** The title. */
  title: string;
  /** A note that explains what to look at. */
  note: string;
  /** The id of the view of the results that shows it; the findings if it is left out. */
  view?: string;
  /** Returns the project with its open files. */
  open: () => Shared;
}
