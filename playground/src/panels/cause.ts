/** Puts the reason first in the message of a script that stopped. */

import { filesText } from "../merged-problems.ts";

/**
 * Returns the message of a remark. If a script stopped, the reason comes first, because the end of a long message is
 * cut off. If the values or the reason contain the name of the file, too, it is unclear where the parts end, and the
 * message stays as it is.
 */
export function causeFirst({ message, affected }: { message: string; affected: readonly string[] }): string {
  const files = filesText(affected);
  const [subject = "", why, ...others] = message.split(` ${files}: `);
  const isKnown = why !== undefined && others.length === 0 && /^(?:\S+|the expression) stopped on\b/.test(subject);
  return isKnown ? `${why} (${subject} ${files})` : message;
}
