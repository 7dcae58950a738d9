/** Reports as objects, and the bytes behind them from which the engine renders. */

import type { Core } from "./core.js";
import { AssayError } from "./errors.js";
import type { Report } from "./types.js";

/** The engine's own form of each report; lives as long as the object does. */
const packed = new WeakMap<Report, Uint8Array>();

/** A report in the memory of an instance. */
export type CoreReport = Core["Report"]["prototype"];

/** The least that a check has to have looked at. */
export type Least = "nothing" | "something" | "everything";

/**
 * What a check has to have looked at; `allowEmpty` says that it may be nothing. That of a part may be: another one has it then. A strict
 * check wants more, but for files that were named and that no rule looks at.
 */
export function leastOf(report: CoreReport, strict: boolean, allowEmpty: boolean): Least {
  const isMinded = report.hasIdleRules || report.hasVainRules || report.remarks > 0;
  const mayBeEmpty = allowEmpty && (!strict || (report.isOfSome && !isMinded));
  return report.isPart || mayBeEmpty ? "nothing" : strict ? "everything" : "something";
}

/** A trace in the memory of an instance. */
export type CoreTrace = Core["Trace"]["prototype"];

/** A report as an object, with which the engine's own form can be had back. */
export function toObject(report: CoreReport): Report {
  const object = parse(report.json()) as Report;
  packed.set(object, report.pack());
  return object;
}

/**
 * The bytes behind a report.
 *
 * @throws {AssayError} `unknown-report` when the object is a copy, or did not come from a check.
 */
export function bytesOf(report: Report): Uint8Array {
  const bytes = packed.get(report);
  if (bytes === undefined) {
    throw new AssayError(
      "unknown-report",
      "this is no report that `check` of an engine returned, but a copy, or one of a worker: take it as JSON, and have it by `readReport`",
    );
  }
  return bytes;
}

/** What the engine writes in place of an integer that a JavaScript number cannot hold. */
interface LargeInteger {
  $integer: string;
}

/** Reads the engine's JSON, in which large integers stand marked, and makes them `bigint`s. */
export function parse(json: string): unknown {
  // Nearly every report has none, and a reviver is called for each of its values.
  return json.includes('{"$integer":"') ? JSON.parse(json, (_, value) => revive(value)) : JSON.parse(json);
}

function revive(value: unknown): unknown {
  return isLarge(value) ? BigInt(value.$integer) : value;
}

/** A record's fields are lists, so no record of a document looks like the mark. */
function isLarge(value: unknown): value is LargeInteger {
  return typeof value === "object" && value !== null && "$integer" in value && typeof value.$integer === "string";
}
