/** The files under check of which the same is said. */

import { counted } from "./format.ts";

/** The first of some files, with how many more there are. */
export function overText([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${counted(more.length, "more file")}`;
}
