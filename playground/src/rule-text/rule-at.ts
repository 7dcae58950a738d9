/** The rule that one is at. */

import { withoutMark } from "../editor/line-ends.ts";
import { positionsOf } from "../editor/positions.ts";
import { rulesIn } from "./outline.ts";

/** The name of the rule in which a byte of a rule file lies, or on blank lines behind it, where it goes on; nothing elsewhere. */
export function ruleAt(text: string, offset: number): string | undefined {
  const [position = 0] = positionsOf(text, [offset]);
  const written = withoutMark(text).replace(/\r\n?/g, "\n");
  // The dash of a list is one before what its rule begins with.
  const last = rulesIn(written).findLast(({ from }) => from - 1 <= position);
  return last && written.slice(last.to, position).trim() === "" ? last.name : undefined;
}
