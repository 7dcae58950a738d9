/** Arguments of callers without types, looked at before anything is done with them: the engine takes what it is given. */

import { AssayError } from "./errors.js";

/**
 * Refuses an argument that is not as it is expected.
 *
 * @throws {AssayError} `misuse`, with what was expected (`the metadata as a text`) and what came.
 */
export function expected(holds: boolean, what: string, given: unknown): asserts holds {
  if (!holds) {
    throw new AssayError("misuse", `expected ${what}, and this is ${kindOf(given)}`);
  }
}

/** Whether something is a text that can be UTF-8: one without half a character. */
export function isText(given: unknown): given is string {
  return typeof given === "string" && !/\p{Cs}/u.test(given);
}

/** Whether something is an object of names and values. */
export function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** What something is, for people. */
function kindOf(given: unknown): string {
  if (given === null || given === undefined) {
    return String(given);
  }
  if (typeof given === "string") {
    return isText(given) ? `\`${given}\`` : "a text with half a character";
  }
  const kind = Array.isArray(given) ? "list" : typeof given;
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
