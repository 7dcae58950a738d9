/** The rule that one is at. */

import { withoutMark } from "../editor/line-ends.ts";
import { positionsOf } from "../editor/positions.ts";
import { rulesIn, type WrittenRule } from "./outline.ts";

/** The name of the rule in which a byte of a rule file lies. */
export function ruleAt(text: string, offset: number): string | undefined {
  const [position = 0] = positionsOf(text, [offset]);
  return ruleOn(withoutMark(text).replace(/\r\n?/g, "\n"), position)?.name;
}

/** The rule in which a position of an editor's document lies, or on blank lines behind it, where it goes on; nothing elsewhere. */
export function ruleOn(text: string, position: number): WrittenRule | undefined {
  // The dash of a list is one before what its rule begins with.
  const last = rulesIn(text).findLast(({ from }) => from - 1 <= position);
  return last && text.slice(last.to, position).trim() === "" ? last : undefined;
}
