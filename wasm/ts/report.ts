/** Reports as objects, and their bytes in the engine's form, which it renders. */

import { type Core, guarded, release } from "./core.js";
import { AssayError } from "./errors.js";
import type { Unlisted } from "./messages.js";
import type { Finding, Report } from "./types.js";

/** The engine's form of each report, which is kept as long as the object. */
const packed = new WeakMap<Report, Uint8Array>();

/** A report in the memory of an instance. */
export type CoreReport = Core["Report"]["prototype"];

/** The minimum that a check must have read. */
export type Least = "nothing" | "something" | "everything";

/**
 * Returns the minimum that a check must have read. Strict checks need everything, others something. Nothing is enough
 * with `allowEmpty`, and for a shard, as another shard may have read files. In a strict check, `allowEmpty` applies
 * only to named files. It then has no effect if there are warnings, or rules that had nothing to check or gave no
 * reliable result.
 */
export function leastOf(report: CoreReport, strict: boolean, allowEmpty: boolean): Least {
  const isMinded = report.hasIdleRules || report.hasVainRules || report.remarks > 0;
  const mayBeEmpty = allowEmpty && (!strict || (report.isOfSome && !isMinded));
  return report.isPart || mayBeEmpty ? "nothing" : strict ? "everything" : "something";
}

/** A trace in the memory of an instance. */
export type CoreTrace = Core["Trace"]["prototype"];

/** The number of findings that are converted to objects at once, as their JSON must fit into a string. */
const PAGE = 10_000;

/** The maximum numbers of findings that an object lists. */
export interface Most {
  /** In total, counted from the first one. */
  findings?: number | undefined;
  /** For one file. */
  ofFile?: number | undefined;
}

/** The files whose findings the object of a report does not list completely. */
const unlisted = new WeakMap<Report, readonly Unlisted[]>();

/**
 * Converts a report to an object with a limited number of findings. {@link bytesOf} returns the engine's form of the
 * object.
 */
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

/** Returns the names of the rules with findings; undefined if there are also findings that belong to no rule. */
export function rulesWithFindings(report: CoreReport): string[] | undefined {
  const { stats } = parse(report.head()) as Report;
  const failed = stats.rules.filter(({ findings }) => findings > 0);
  const count = failed.reduce((sum, { findings }) => sum + findings, 0);
  return count === report.size ? failed.map(({ name }) => name) : undefined;
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

/** The style of a report, in the engine's form. */
export interface RenderingStyle {
  color: boolean;
  width: number | undefined;
  all: boolean;
  failOn: string | undefined;
}

/** The size of the buffer through which reports pass, in bytes. */
const PORTION = 256 << 10;

/**
 * Yields a report in a format in portions of UTF-8, so that a report with millions of findings is never in memory as a
 * whole. All portions are in one buffer, so a portion is valid until the next one is requested.
 *
 * @throws {AssayError} If there is no such format.
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
 * Reads a report from JSON in portions of UTF-8.
 *
 * @throws {AssayError} If the JSON is not a report.
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

/** Joins a string that comes in portions of UTF-8. */
export function joined(portions: Iterable<Uint8Array>): string {
  const decoder = new TextDecoder();
  let text = "";
  for (const portion of portions) {
    text += decoder.decode(portion, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Returns the bytes of a report in the engine's form.
 *
 * @throws {AssayError} `unknown-report` if the object is a copy, or did not come from a check.
 */
export function bytesOf(report: Report): Uint8Array {
  const bytes = packed.get(report);
  if (bytes === undefined) {
    throw new AssayError(
      "unknown-report",
      "this object is not a report that `check` returned, but a copy or the report of a worker: pass its JSON to `readReport`",
    );
  }
  return bytes;
}

/** Parses the engine's JSON, and converts its marked large integers to `bigint`s. */
export function parse(json: string): unknown {
  // Nearly no report has large integers, and a reviver is called for every value.
  return json.includes('{"$integer":"')
    ? JSON.parse(json, (_, value) => (isLarge(value) ? BigInt(value.$integer) : value))
    : JSON.parse(json);
}

/**
 * Returns true for the mark that the engine writes for an integer that a JavaScript number cannot hold. The fields of
 * records are lists, so no record looks like the mark.
 */
function isLarge(value: unknown): value is { $integer: string } {
  return typeof value === "object" && value !== null && "$integer" in value && typeof value.$integer === "string";
}
