/**
 * Assigns the values of a command line to steps.
 *
 * The first input and the output of a step are those at the index of the step. Each step that has a second input takes
 * the next second input, so that a step of the type filepattern does not use one.
 */

import type { PlanStep } from "../../types.js";
import type { Arguments } from "./arguments.js";
import { oneValue } from "./checks.js";
import { UsageError } from "./output.js";
import type { StepOperation } from "./steps.js";

/** A step of a plan, with its inputs and its output: names of files, or variables that begin with `$`. */
export interface AlignStep extends PlanStep, StepOperation {
  op: StepOperation["op"];
  /** The first list; empty if none is named. */
  first: string;
  /** The second list; empty if none is named, or the step takes none. */
  second: string;
  /** The name of the output; empty if the result is not stored. */
  output: string;
}

/** The value that keeps the value of the step. */
const KEPT = "$";

/**
 * Returns the minimum number of lists that must contain an asset, if given. Throws a {@link UsageError} if the value is
 * not a number, or if there are several values.
 */
export function countOf(given: Arguments): number | undefined {
  const value = oneValue(given, "intersectionCount") || "0";
  if (!/^\d{1,9}$/.test(value)) {
    throw new UsageError(
      `Invalid command: "--intersectionCount" must be a whole number of at least 1, not ( ${value} ).`,
    );
  }
  return Number(value) || undefined;
}

/** Returns the steps with inputs and outputs. Throws a {@link UsageError} for too few or too many values. */
export function align(steps: readonly AlignStep[], given: Arguments): AlignStep[] {
  const count = countOf(given);
  return count === undefined ? alignEach(steps, given) : alignCount(steps, count, given);
}

/** Returns the only step whose number of lists is not fixed. */
function alignCount(steps: readonly AlignStep[], count: number, given: Arguments): AlignStep[] {
  const [step, ...more] = steps;
  if (step === undefined) {
    return [];
  }
  if (more.length > 0) {
    throw new UsageError(
      "Compare operation of type ( intersectioncount ) cannot be combined with other comparison operations. " +
        `Number of comparison operation detected (${steps.length}).`,
    );
  }
  if (step.op !== "intersectioncount") {
    throw new UsageError(
      "Invalid arguement detected. Command ( --intersectionCount ) is incompatible with compare operation of type " +
        `(${step.op}).`,
    );
  }
  const lists = given.values("firstAssetFile");
  if (lists.length === 0) {
    throw miscounted("firstAssetFile", 0, "be at least one");
  }
  refuseSurplus(given, "secondAssetFile", 0);
  return [{ ...step, count, lists, output: kept(given.values("output")[0], step.output) }];
}

function alignEach(steps: readonly AlignStep[], given: Arguments): AlignStep[] {
  const first = given.values("firstAssetFile");
  const second = given.values("secondAssetFile");
  const outputs = given.values("output");
  let seconds = 0;
  const aligned = steps.map((step, number): AlignStep => {
    if (number >= first.length) {
      throw miscounted("firstAssetFile", first.length, `match the number of Comparison Steps ( ${steps.length} )`);
    }
    const takesSecond = step.op !== "filepattern";
    if (takesSecond && seconds >= second.length) {
      const twoInputs = "match the number of Comparison Steps that take two inputs";
      const hint = step.op === "intersectioncount" ? ' intersectioncount takes "--intersectionCount" instead.' : "";
      throw miscounted("secondAssetFile", second.length, twoInputs, hint);
    }
    if (number >= outputs.length) {
      throw miscounted("output", outputs.length, `match the number of Comparison Steps ( ${steps.length} )`);
    }
    const other = takesSecond ? second[seconds] : undefined;
    seconds += takesSecond ? 1 : 0;
    return {
      ...step,
      first: kept(first[number], step.first),
      second: kept(other, step.second),
      output: kept(outputs[number], step.output),
    };
  });
  if (steps.length > 0) {
    refuseSurplus(given, "firstAssetFile", steps.length);
    refuseSurplus(given, "secondAssetFile", seconds);
    refuseSurplus(given, "output", steps.length);
  }
  return aligned;
}

/** Returns a value, or the old value if the new one is missing or `$`. */
function kept(value: string | undefined, before: string): string {
  return value === undefined || value === KEPT ? before : value;
}

/** Throws if there are more values than the steps take, as this error would go unnoticed. */
function refuseSurplus(given: Arguments, name: string, used: number): void {
  const { length } = given.values(name);
  if (length > used) {
    throw miscounted(name, length, `be the number that the Comparison Steps take ( ${used} )`);
  }
}

function miscounted(name: string, found: number, expected: string, hint = ""): UsageError {
  const what = name === "output" ? "values" : "inputs";
  return new UsageError(`Invalid command: The number of "--${name}" ${what} ( ${found} ) must ${expected}.${hint}`);
}
