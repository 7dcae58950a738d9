/** Reports as objects, and the bytes behind them from which the engine renders. */

import { type Core, guarded, release } from "./core.js";
import { AssayError } from "./errors.js";
import type { Unlisted } from "./messages.js";
import type { Finding, Report } from "./types.js";

/** The engine's own form of each report; lives as long as the object does. */
const packed = new WeakMap<Report, Uint8Array>();

/** A report in the memory of an instance. */
export type CoreReport = Core["Report"]["prototype"];

/** The least that a check has to have looked at. */
export type Least = "nothing" | "something" | "everything";

/**
 * Returns the least that a check has to have looked at. Strict checks need everything, others something. Nothing is
 * enough for a part of a run, as another part may have looked at files, and with `allowEmpty`. In a strict check,
 * `allowEmpty` only counts for named files, without warnings and without rules that had nothing to check or cannot tell
 * right from wrong.
 */
export function leastOf(report: CoreReport, strict: boolean, allowEmpty: boolean): Least {
  const isMinded = report.hasIdleRules || report.hasVainRules || report.remarks > 0;
  const mayBeEmpty = allowEmpty && (!strict || (report.isOfSome && !isMinded));
  return report.isPart || mayBeEmpty ? "nothing" : strict ? "everything" : "something";
}

/** A trace in the memory of an instance. */
export type CoreTrace = Core["Trace"]["prototype"];

/** The number of findings that are made into objects at once: their JSON has to be one string. */
const PAGE = 10_000;

/** The largest number of findings that an object lists. */
export interface Most {
  /** In total, counted from the first one. */
  findings?: number | undefined;
  /** For one file. */
  ofFile?: number | undefined;
}

/** The files whose findings the object of a report does not list completely. */
const unlisted = new WeakMap<Report, readonly Unlisted[]>();

/** A report as an object with at most so many of its findings, with which the engine's own form can be had back. */
export function toObject(report: CoreReport, most: Most = {}): Report {
  const object = parse(report.head()) as Report;
  const { findings = Number.POSITIVE_INFINITY, ofFile = Number.POSITIVE_INFINITY } = most;
  unlisted.set(object, listFairly(report, object.findings, findings, ofFile));
  packed.set(object, report.pack());
  return object;
}

/** Returns the files whose findings `toObject` did not list completely. */
export function unlistedIn(report: Report): readonly Unlisted[] {
  return unlisted.get(report) ?? [];
}

/** Lists at most `most` findings, and at most `ofFile` of each file. */
function listFairly(report: CoreReport, list: Finding[], most: number, ofFile: number): Unlisted[] {
  const leftOut: Unlisted[] = [];
  let from = 0;
  const listTo = (end: number) => {
    for (const page of pagesOf(report, { from, most: Math.min(end - from, most - list.length) })) {
      list.push(...page);
    }
  };
  const crowded = ofFile >= report.size ? [] : (parse(report.crowded(ofFile)) as [string, number, number][]);
  for (const [path, start, count] of crowded) {
    listTo(start + ofFile);
    if (list.length >= most) {
      return leftOut;
    }
    from = start + count;
    leftOut.push({ path, count: count - ofFile });
  }
  listTo(report.size);
  return leftOut;
}

/** Yields up to `most` findings from `from` on, in lists of `size`. */
export function* pagesOf(
  report: CoreReport,
  { from = 0, most = Number.POSITIVE_INFINITY, size = PAGE } = {},
): Generator<Finding[], void, undefined> {
  const end = Math.min(report.size, from + most);
  for (let at = from; at < end; at += size) {
    yield parse(report.findings(at, Math.min(size, end - at))) as Finding[];
  }
}

/** How a report is rendered, as the engine takes it. */
export interface RenderingStyle {
  color: boolean;
  width: number | undefined;
  all: boolean;
  failOn: string | undefined;
}

/** The size of the buffer through which reports pass, in bytes. */
const PORTION = 256 << 10;

/**
 * Returns a report in a format, portion by portion, as UTF-8: of one with millions of findings no text is in memory as a
 * whole. All portions are in one buffer, so a portion is valid until the next one is requested.
 *
 * @throws {AssayError} When there is no such format.
 */
export function* portionsOf(
  core: Core,
  report: CoreReport,
  format: string,
  { color, width, all, failOn }: RenderingStyle,
): Generator<Uint8Array, void, undefined> {
  const rendering = guarded(core, () => report.begin(format, color, width, all, failOn));
  try {
    const buffer = new Uint8Array(PORTION);
    const next = () => guarded(core, () => report.fill(rendering, buffer));
    for (let length = next(); length > 0; length = next()) {
      yield buffer.subarray(0, length);
    }
  } finally {
    release(core, rendering);
  }
}

/**
 * The report whose JSON comes in portions, as UTF-8.
 *
 * @throws {AssayError} When it is none.
 */
export function readPortions(core: Core, portions: Iterable<Uint8Array>): CoreReport {
  const iterator = portions[Symbol.iterator]();
  const next = () => {
    const { done, value } = iterator.next();
    return done ? undefined : value;
  };
  try {
    return guarded(core, () => core.readReportPortions(next));
  } finally {
    iterator.return?.();
  }
}

/** A text that comes in portions, as one. */
export function joined(portions: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder();
  let text = "";
  for (const portion of portions) {
    text += decoder.decode(portion, { stream: true });
  }
  return text + decoder.decode();
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

/** The form in which the engine writes an integer that a JavaScript number cannot hold. */
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
