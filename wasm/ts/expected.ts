/** Validates the arguments of callers that do not use types, as the engine does not validate them. */

import { AssayError } from "./errors.js";

/** Throws `misuse` unless `holds`, with the expected value (`a list of packages`) and the given one. */
export function expected(holds: boolean, what: string, given: unknown): asserts holds {
  if (!holds) {
    throw new AssayError("misuse", `expected ${what}, found ${kindOf(given)}`);
  }
}

/** Throws `misuse` unless `holds`, with the name (`the metadata`), what it must be (`a string`) and the given value. */
export function mustBe(holds: boolean, name: string, what: string, given: unknown): asserts holds {
  if (!holds) {
    throw new AssayError("misuse", `${name} must be ${what}, not ${kindOf(given)}`);
  }
}

/** Returns true for a string that can be encoded as UTF-8: one without unpaired surrogates. */
export function isText(given: unknown): given is string {
  return typeof given === "string" && !/\p{Cs}/u.test(given);
}

export function isObject(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}

/** Returns true for a plain object, not an instance of a class such as `Map`, whose entries are not properties. */
export function isPlain(given: unknown): given is Record<string, unknown> {
  if (!isObject(given)) {
    return false;
  }
  // The prototype of a plain object from another realm is not the `Object.prototype` of this one.
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Returns true unless a value is a promise, of any realm. Its rejection is handled, and cannot end the process. */
export function isNow<T>(given: T): given is Exclude<T, PromiseLike<unknown>> {
  const isLater = (typeof given === "object" || typeof given === "function") && given !== null && "then" in given;
  if (isLater) {
    Promise.resolve(given).catch(() => {});
  }
  return !isLater;
}

/** Returns true for a `Blob` of any realm. */
export function isBlob(given: unknown): given is Blob {
  return /^\[object (?:Blob|File)\]$/.test(Object.prototype.toString.call(given));
}

/** Returns true for a `Uint8Array` of any realm. */
export function isBytes(given: unknown): given is Uint8Array {
  return ArrayBuffer.isView(given) && Object.prototype.toString.call(given) === "[object Uint8Array]";
}

/** The type of each option, by its name. */
export type Kinds<T> = Record<keyof T, "boolean" | "number" | "string">;

/** Checks the names and the types of options, as unknown ones would be ignored silently. */
export function expectedOptions(given: unknown, kinds: Readonly<Record<string, string>>): void {
  mustBe(isPlain(given), "options", "an object", given);
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) {
      const all = Object.keys(kinds).map((known) => `\`${known}\``);
      throw new AssayError("misuse", `there is no option \`${name}\`; the options are ${all.join(", ")}`);
    }
    mustBe(value === undefined || typeof value === kind, `\`${name}\``, `a ${kind}`, value);
  }
}

/** Checks that a value is a source, before it is used. */
export function expectedSource(given: unknown): void {
  const is = isObject(given) && typeof given.paths === "function" && typeof given.read === "function";
  expected(is, "a source with `paths` and `read`", given);
}

/** Checks that the options contain valid rules and limits. */
export function expectedRules(options: unknown): void {
  mustBe(
    isObject(options) && Array.isArray(options.rules),
    "`rules`",
    "a list",
    isObject(options) ? options.rules : options,
  );
  for (const rule of options.rules as unknown[]) {
    const is = isObject(rule) && typeof rule.path === "string" && typeof rule.text === "string";
    expected(is, "a rule file with the strings `path` and `text`", rule);
  }
  mustBe(/^(?:function|undefined)$/.test(typeof options.read), "`read`", "a function", options.read);
  for (const key of ["limits", "packageLimits"]) {
    const { [key]: limits = {} } = options;
    mustBe(isPlain(limits), `\`${key}\``, "an object", limits);
    for (const [name, limit] of Object.entries(limits)) {
      mustBe(/^(?:number|undefined)$/.test(typeof limit), `the limit \`${name}\``, "a number", limit);
    }
  }
}

/** Describes a value in a message: a string in backticks, or the kind of another value with its article. */
export function kindOf(given: unknown): string {
  if (given === null || given === undefined) {
    return String(given);
  }
  if (typeof given === "string") {
    return isText(given) ? `\`${given}\`` : "a string with an unpaired surrogate";
  }
  const kind = Array.isArray(given) ? "list" : isPlain(given) ? "object" : nameOf(given);
  return /^[aeio]/i.test(kind) ? `an ${kind}` : `a ${kind}`;
}

/** Returns the name of an object's class, or the type of another value. */
function nameOf(given: unknown): string {
  const made: unknown = isObject(given) ? given.constructor : undefined;
  return typeof made === "function" ? made.name : typeof given;
}
