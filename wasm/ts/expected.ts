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

/** Whether something is an object of names and values that was made by no class: of a `Map`, for one, no name can be seen. */
export function isPlain(given: unknown): given is Record<string, unknown> {
  if (!isObject(given)) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether an answer is there. One that comes later, of whatever realm, has nobody to wait for it, and must not end the process when it fails. */
export function isNow<T>(given: T): given is Exclude<T, PromiseLike<unknown>> {
  const isLater = (typeof given === "object" || typeof given === "function") && given !== null && "then" in given;
  if (isLater) {
    Promise.resolve(given).catch(() => {});
  }
  return !isLater;
}

/** Whether something is a file of a browser, of whatever realm. */
export function isBlob(given: unknown): given is Blob {
  return /^\[object (?:Blob|File)\]$/.test(Object.prototype.toString.call(given));
}

/** Whether something is bytes, of whatever realm. */
export function isBytes(given: unknown): given is Uint8Array {
  return ArrayBuffer.isView(given) && Object.prototype.toString.call(given) === "[object Uint8Array]";
}

/** The type of each option, by its name. */
export type Kinds<T> = Record<keyof T, "boolean" | "number" | "string">;

/** Refuses options that are none, and such as there are not: what they were to ask for would be left out without a word. */
export function expectedOptions(given: unknown, kinds: Readonly<Record<string, string>>): void {
  expected(isPlain(given), "options as an object", given);
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const all = Object.keys(kinds).map((known) => `\`${known}\``);
      throw new AssayError("misuse", `there is no option \`${name}\`, only ${all.join(", ")}`);
    }
    expected(value === undefined || typeof value === kind, `\`${name}\` as a ${kind}`, value);
  }
}

/** Refuses what no source is, before it is asked. */
export function expectedSource(given: unknown): void {
  const is = isObject(given) && typeof given.paths === "function" && typeof given.read === "function";
  expected(is, "a source, which has `paths` and `read`", given);
}

/** Refuses what no rules are. */
export function expectedRules(options: unknown): void {
  expected(
    isObject(options) && Array.isArray(options.rules),
    "`rules` as a list",
    isObject(options) ? options.rules : options,
  );
  for (const rule of options.rules as unknown[]) {
    const is = isObject(rule) && typeof rule.path === "string" && typeof rule.text === "string";
    expected(is, "a rule file with `path` and `text` as texts", rule);
  }
  expected(/^(?:function|undefined)$/.test(typeof options.read), "`read` as a function", options.read);
  for (const key of ["limits", "packageLimits"]) {
    const { [key]: limits = {} } = options;
    expected(isPlain(limits), `\`${key}\` as an object`, limits);
    for (const [name, limit] of Object.entries(limits)) {
      expected(/^(?:number|undefined)$/.test(typeof limit), `a number as the limit \`${name}\``, limit);
    }
  }
}

/** Describes a value in a message: a string in backticks, or the kind of another value with its article. */
function kindOf(given: unknown): string {
  if (given === null || given === undefined) {
    return String(given);
  }
  if (typeof given === "string") {
    return isText(given) ? `\`${given}\`` : "a text with half a character";
  }
  const kind = Array.isArray(given) ? "list" : isPlain(given) ? "object" : nameOf(given);
  return /^[aeio]/i.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** Of an object the class that made it; of anything else its type. */
function nameOf(given: unknown): string {
  const made: unknown = isObject(given) ? given.constructor : undefined;
  return typeof made === "function" ? made.name : typeof given;
}
