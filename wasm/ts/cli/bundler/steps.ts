/** Parses the types and patterns of steps in the arguments of a command line. */

import { OPERATIONS, type OperationName, PATTERN_TYPES } from "../../systems/asset-list/asset-operations.js";
import type { Arguments } from "./arguments.js";
import { UsageError } from "./output.js";

/** The types of steps; the number of each is its index. */
const TYPES = OPERATIONS.map(({ name }) => name);

/** The type of a step. */
export type Type = OperationName;

/** The type of a pattern. */
export type PatternType = (typeof PATTERN_TYPES)[number];

/** The operation of a step in a plan. */
export interface StepOperation {
  /** The type of the step. */
  op: Type;
  /** The pattern that paths must match; for the type `filepattern` only. */
  pattern?: string;
  /** The type of the pattern. */
  patternType?: PatternType;
}

/**
 * Returns the type of a step by its name, in any letter case, or by its number.
 *
 * @throws {UsageError} When there is no such type.
 */
export function typeOf(value: string): Type {
  return named(TYPES, value, "Comparison Type");
}

/**
 * Returns the type of a pattern by its name, in any letter case, or by its number.
 *
 * @throws {UsageError} When there is no such type.
 */
export function patternTypeOf(value: string): PatternType {
  return named(PATTERN_TYPES, value, "File Pattern Type");
}

function named<T extends string>(names: readonly T[], value: string, what: string): T {
  const found = names.find((name, number) => name === value.toLowerCase() || String(number) === value);
  if (found === undefined) {
    const known = names.map((name, number) => `${number} (${name})`).join(", ");
    throw new UsageError(`Invalid ${what} ( ${value} ). Valid types are: ${known}.`);
  }
  return found;
}

/**
 * Returns the steps that `--comparisonType` names. Each step of the type `filepattern` takes the next pattern.
 *
 * @throws {UsageError} When a type is unknown, or there are too few or too many patterns.
 */
export function operationsOf(given: Arguments): StepOperation[] {
  const patterns = given.values("filePattern");
  const types = given.values("filePatternType");
  if (patterns.length !== types.length) {
    throw new UsageError(
      `Number of filePatternTypes ( ${types.length} ) and filePatterns ( ${patterns.length} ) must match.`,
    );
  }
  let taken = 0;
  const operations = given.values("comparisonType").map((value): StepOperation => {
    const type = typeOf(value);
    if (type !== "filepattern") {
      return { op: type };
    }
    const text = patterns[taken];
    if (text === undefined) {
      throw new UsageError(
        `Number of file patterns comparisons exceeded number of file patterns provided ( ${patterns.length} ).`,
      );
    }
    taken += 1;
    return { op: type, pattern: text, patternType: patternTypeOf(types[taken - 1] ?? "") };
  });
  if (taken < patterns.length) {
    throw new UsageError(
      `Number of provided file patterns exceeded the number of file pattern comparisons ( ${patterns.length} ).`,
    );
  }
  return operations;
}
