/** Plans with open inputs. */

import type { PlanStep } from "../../types.js";
import { isVariable } from "./asset-operations.js";

/**
 * Returns the steps with the given lists for their open inputs, in order: inputs without a name, and variables that no
 * earlier step writes. If there are too few lists, inputs stay open. A result without a name gets one.
 */
export function filledIn(steps: readonly PlanStep[], lists: readonly string[]): PlanStep[] {
  const left = [...lists];
  const produced = new Set<string>();
  const assigned = new Map<string, string>();
  const input = (name = "") => {
    if (produced.has(name) || (name !== "" && !isVariable(name))) {
      return name;
    }
    const list = assigned.get(name) ?? left.shift() ?? name;
    if (name !== "") {
      assigned.set(name, list);
    }
    return list;
  };
  return steps.map((step, at) => {
    const output = step.output || `$result-${at + 1}`;
    const settled = { ...step, ...inputsOf(step, input), output };
    produced.add(output);
    return settled;
  });
}

function inputsOf({ op, lists, first, second }: PlanStep, input: (name?: string) => string): Partial<PlanStep> {
  if (op === "intersectioncount") {
    return { lists: (lists ?? [first, second]).map(input) };
  }
  return op === "filepattern" ? { first: input(first) } : { first: input(first), second: input(second) };
}
