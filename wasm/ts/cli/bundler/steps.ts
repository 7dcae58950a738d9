/** Parses the types and patterns of steps in the arguments of a command line. */

import type { AssetPatternType } from "../../systems/asset-list/asset-lists.js";
import { OPERATIONS, type OperationName, PATTERN_TYPES } from "../../systems/asset-list/asset-operations.js";
import type { Arguments } from "./arguments.js";
import { UsageError } from "./output.js";

/** The types of steps; the number of each is its index. */
const TYPES = OPERATIONS.map(({ name }) => name);

export interface StepOperation {
  op: OperationName;
  /** The pattern that paths must match; for the type `filepattern` only. */
  pattern?: string;
  patternType?: AssetPatternType;
}

/** Returns the type of a step by name, in any letter case, or number. Throws a {@link UsageError} if unknown. */
export function typeOf(value: string): OperationName {
  return named(TYPES, value, "Comparison Type");
}

/** Returns the type of a pattern by name, in any letter case, or number. Throws a {@link UsageError} if unknown. */
export function patternTypeOf(value: string): AssetPatternType {
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
 * Returns the steps of `--comparisonType`; each `filepattern` takes the next pattern. Throws a {@link UsageError} if a
 * type is unknown, or if the numbers of patterns, of their types and of the steps that take them do not match.
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
