/** Reads the files of steps of AssetBundlerBatch (`.rules`). */

import type { PlanStep } from "../../types.js";
import type { Lists } from "../asset-list/lists.js";
import type { AlignStep } from "./align.js";
import { asUsageError, UsageError } from "./output.js";
import { typeOf } from "./steps.js";

/** Reads a file of steps. Throws a {@link UsageError} if it cannot be read, or has another extension. */
export function readRules(lists: Lists, file: string): AlignStep[] {
  const failure = `Failed to load AssetFileInfoComparison file ( ${file} ).`;
  if (!file.toLowerCase().endsWith("rules")) {
    throw new UsageError(`${failure} The name of a Comparison Rules file must end in ( .rules ).`);
  }
  try {
    return lists.readPlan(file).map(stepOf);
  } catch (error) {
    throw asUsageError(error, failure);
  }
}

function stepOf({ op, first = "", second = "", output = "", pattern = "", patternType }: PlanStep): AlignStep {
  const matched = op === "filepattern" ? { pattern, patternType: patternType ?? "wildcard" } : {};
  return { op: typeOf(op), first, second, output, ...matched };
}
