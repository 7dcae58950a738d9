/** Finds the rule at a position. */

import { withoutMark } from "../editor/line-ends.ts";
import { positionsOf } from "../editor/positions.ts";
import { rulesIn, type WrittenRule } from "./outline.ts";

/** Returns the name of the rule at a byte offset of a rule file. */
export function ruleAt(text: string, offset: number): string | undefined {
  const [position = 0] = positionsOf(text, [offset]);
  return ruleOn(withoutMark(text).replace(/\r\n?/g, "\n"), position)?.name;
}

/** Returns the rule at a position of an editor's document, or on the blank lines after it. */
export function ruleOn(text: string, position: number): WrittenRule | undefined {
  // The dash of a list item is before its rule.
  const last = rulesIn(text).findLast(({ from }) => from - 1 <= position);
  return last && text.slice(last.to, position).trim() === "" ? last : undefined;
}
