/** What the arguments of a command line say of the types and patterns of steps. */

import { OPERATIONS, type OperationName, PATTERN_TYPES } from "../../asset-operations.js";
import type { Arguments } from "./arguments.js";
import { Mistake } from "./say.js";

/** The types of steps; the place of each is its number. */
const TYPES = OPERATIONS.map(({ name }) => name);

/** The type of a step. */
export type Type = OperationName;

/** The type of a pattern. */
export type PatternType = (typeof PATTERN_TYPES)[number];

/** A pattern with its type. */
export interface Pattern {
  /** The pattern. */
  text: string;
  /** What it is. */
  type: PatternType;
}

/** What a step does. */
export interface Deed {
  /** Its type. */
  type: Type;
  /** What paths must match; of the type filepattern only. */
  pattern?: Pattern;
}

/**
 * A type by its name, in any letter case, or by its number.
 *
 * @throws {Mistake} When there is none.
 */
export function typeOf(value: string): Type {
  return named(TYPES, value, "Comparison Type");
}

/**
 * A type of pattern by its name, in any letter case, or by its number.
 *
 * @throws {Mistake} When there is none.
 */
export function patternTypeOf(value: string): PatternType {
  return named(PATTERN_TYPES, value, "File Pattern Type");
}

function named<T extends string>(names: readonly T[], value: string, what: string): T {
  const found = names.find((name, number) => name === value.toLowerCase() || String(number) === value);
  if (found === undefined) {
    const known = names.map((name, number) => `${number} (${name})`).join(", ");
    throw new Mistake(`Invalid ${what} ( ${value} ). Valid types are: ${known}.`);
  }
  return found;
}

/**
 * The steps that `--comparisonType` names. Of the patterns, each step of the type filepattern takes the next one.
 *
 * @throws {Mistake} When a type is none, or there are too few patterns or too many.
 */
export function deedsOf(given: Arguments): Deed[] {
  const patterns = given.values("filePattern");
  const types = given.values("filePatternType");
  if (patterns.length !== types.length) {
    throw new Mistake(
      `Number of filePatternTypes ( ${types.length} ) and filePatterns ( ${patterns.length} ) must match.`,
    );
  }
  let taken = 0;
  const deeds = given.values("comparisonType").map((value): Deed => {
    const type = typeOf(value);
    if (type !== "filepattern") {
      return { type };
    }
    const text = patterns[taken];
    if (text === undefined) {
      throw new Mistake(
        `Number of file patterns comparisons exceeded number of file patterns provided ( ${patterns.length} ).`,
      );
    }
    taken += 1;
    return { type, pattern: { text, type: patternTypeOf(types[taken - 1] ?? "") } };
  });
  if (taken < patterns.length) {
    throw new Mistake(
      `Number of provided file patterns exceeded the number of file pattern comparisons ( ${patterns.length} ).`,
    );
  }
  return deeds;
}
