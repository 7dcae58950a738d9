/** Files of steps (`.rules`), as AssetBundlerBatch has them. */

import { AssayError } from "../../errors.js";
import type { PlanStep } from "../../types.js";
import type { Lists } from "../asset-list/lists.js";
import { Refusal } from "../refusal.js";
import type { AlignStep } from "./align.js";
import { UsageError } from "./output.js";
import { typeOf } from "./steps.js";

/**
 * Reads a file of steps.
 *
 * @throws {UsageError} When it cannot be read, or has another ending.
 */
export function readRules(lists: Lists, file: string): AlignStep[] {
  const failure = `Failed to load AssetFileInfoComparison file ( ${file} ).`;
  if (!file.toLowerCase().endsWith("rules")) {
    throw new UsageError(`${failure} The name of a Comparison Rules file must end in ( .rules ).`);
  }
  try {
    return lists.readPlan(file).map(stepOf);
  } catch (error) {
    if (error instanceof AssayError || error instanceof Refusal) {
      throw new UsageError(`${failure} ${error.message}.`);
    }
    throw error;
  }
}

/** The bytes of a file of steps. */
export function writeRules(lists: Lists, steps: readonly AlignStep[]): Iterable<Uint8Array> {
  return [lists.engine.writePlan(steps.map(planned), "xml")];
}

function stepOf({
  op,
  first = "",
  second = "",
  output = "",
  pattern = "",
  patternType = "wildcard",
}: PlanStep): AlignStep {
  return {
    type: typeOf(op),
    first,
    second,
    output,
    ...(op === "filepattern" ? { pattern: { text: pattern, type: patternType } } : {}),
  };
}

function planned({ type, first, second, output, pattern }: AlignStep): PlanStep {
  const matched = pattern === undefined ? {} : { pattern: pattern.text, patternType: pattern.type };
  return { op: type, first, second, output, ...matched };
}
