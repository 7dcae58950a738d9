/** Changes of a list of steps, whose lines count from 0. */

import type { AlignStep } from "./align.js";
import { UsageError } from "./output.js";
import type { StepOperation } from "./steps.js";

/** A change of a step. Undefined fields keep their old value. */
export type Change = { [Field in "first" | "second" | "output" | keyof StepOperation]: AlignStep[Field] | undefined };

/** Returns the steps with others before a line or at the end. Throws a {@link UsageError} without such a line. */
export function added(steps: readonly AlignStep[], line: number | undefined, more: readonly AlignStep[]): AlignStep[] {
  const at = line ?? steps.length;
  requireLine(at, steps.length + 1);
  return [...steps.slice(0, at), ...more, ...steps.slice(at)];
}

/** Returns the steps without the one at a line. Throws a {@link UsageError} without such a line. */
export function removed(steps: readonly AlignStep[], line: number): AlignStep[] {
  requireLine(line, steps.length);
  return steps.filter((_, number) => number !== line);
}

/** Returns the steps with one moved before a line or to the end. Throws a {@link UsageError} without such a line. */
export function moved(steps: readonly AlignStep[], from: number, to: number): AlignStep[] {
  requireLine(from, steps.length);
  requireLine(to, steps.length + 1);
  const rest = (part: readonly AlignStep[], start: number) => part.filter((_, number) => number + start !== from);
  return [...rest(steps.slice(0, to), 0), ...steps.slice(from, from + 1), ...rest(steps.slice(to), to)];
}

/** Returns the steps with one changed. Throws a {@link UsageError} if the change does not fit its type. */
export function edited(steps: readonly AlignStep[], line: number, change: Change): AlignStep[] {
  requireLine(line, steps.length);
  return steps.map((step, number) => (number === line ? changed(step, change) : step));
}

function changed(step: AlignStep, change: Change): AlignStep {
  const op = change.op ?? step.op;
  const isPattern = op === "filepattern";
  if (!isPattern && (change.pattern ?? change.patternType) !== undefined) {
    throw new UsageError(`Invalid command: a Comparison Step of type ( ${op} ) does not have a File Pattern.`);
  }
  if (isPattern && change.second !== undefined && change.second !== "") {
    throw new UsageError("Invalid command: a Comparison Step of type ( filepattern ) does not have a second input.");
  }
  const { pattern = "", patternType = "wildcard", ...rest } = step;
  const matched = { pattern: change.pattern ?? pattern, patternType: change.patternType ?? patternType };
  return {
    ...rest,
    op,
    ...(isPattern ? matched : {}),
    first: change.first ?? step.first,
    second: isPattern ? "" : (change.second ?? step.second),
    output: change.output ?? step.output,
  };
}

function requireLine(line: number, lines: number): void {
  if (line >= lines) {
    throw new UsageError(
      `Invalid command: there is no line ( ${line} ). The lines have the numbers 0 to ( ${lines - 1} ).`,
    );
  }
}
