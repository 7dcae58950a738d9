/** Why a script stopped: what is told first. */

import { overText } from "../over.ts";

/**
 * What a remark says, with why a script stopped before what it stopped over: of a long text the end is left out. Where the
 * values or the reason name the file too, nobody knows where the one ends and the other begins: it stays as it is.
 */
export function causeFirst({ message, over }: { message: string; over: readonly string[] }): string {
  const files = overText(over);
  const [what = "", why, ...others] = message.split(` ${files}: `);
  const isKnown = why !== undefined && others.length === 0 && /^(?:\S+|the expression) stopped over\b/.test(what);
  return isKnown ? `${why} (${what} ${files})` : message;
}
