/** The blocks that a step works on, as the command line names them. */

import { Refusal } from "../refusal.js";

/** Returns the numbers, from 0, that `text` names of `count`: `3`, `1-16`, or every fourth one from the first: `1/4`. */
export function chosenOf(text: string | undefined, count: number): number[] {
  const all = Array.from({ length: count }, (_, number) => number);
  if (text === undefined) {
    return all;
  }
  const [, from = "", sign = "", to = from] = /^(\d{1,9})(?:([-/])(\d{1,9}))?$/.exec(text) ?? [];
  const [first, second] = [Number(from), Number(to)];
  if (from === "" || first < 1 || (sign !== "" && first > second)) {
    throw new Refusal(
      `\`${text}\` names no blocks`,
      "name one (`3`), several (`1-16`), or a share of all (`1/4` for the first of four shares)",
    );
  }
  if (sign === "/") {
    return all.filter((number) => number % second === first - 1);
  }
  if (second > count) {
    throw new Refusal(`there is no block ${second}, only ${count}`, "`assay step status` shows the number of blocks");
  }
  return all.slice(first - 1, second);
}
