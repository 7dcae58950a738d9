/** The badges of the nodes of a file, from the trace of a rule. */

import type { Fate, Outline, StepKind, Trace, TraceStep } from "../../engine.ts";
import type { IconName } from "../../icons/icons.ts";

/** The fate of a node's value. */
export type Badge = "selected" | "dropped" | "passed" | "failed" | "unknown";

export const BADGES: Record<Badge, { icon: IconName; color: string; meaning: string }> = {
  selected: { icon: "passed", color: "info", meaning: "The rule extracts this value." },
  dropped: { icon: "close", color: "muted", meaning: "The rule extracts this value, and a filter drops it." },
  passed: { icon: "passed", color: "passed", meaning: "The value meets the condition." },
  failed: { icon: "error", color: "error", meaning: "The value does not meet the condition." },
  unknown: { icon: "problem", color: "problem", meaning: "The rule stopped at this value." },
};

/** The badge for the fate of a value in a step. Fates without an entry give no badge. */
const FATES: Partial<Record<Fate, Badge>> = {
  found: "selected",
  dropped: "dropped",
  passed: "passed",
  failed: "failed",
  unknown: "unknown",
};

/** The kinds of steps whose values are in the file that is traced. */
const STEPS: readonly StepKind[] = ["xpath", "filter", "not_filter", "cited", "condition"];

export interface Badges {
  of: ReadonlyMap<number, Badge>;
  /** The number of values that the trace does not list. */
  unlisted: number;
}

export const NONE: Badges = { of: new Map(), unlisted: 0 };

/** Returns the badges of the nodes of the traced file. A later badge replaces an earlier one, except `failed`. */
export function badgesOf(outline: Outline, trace: Trace): Badges {
  const of = new Map<number, Badge>();
  const steps = trace.steps.filter(({ kind, path, via }) => {
    return STEPS.includes(kind) && path === trace.path && via === undefined;
  });
  let unlisted = steps.find(({ kind }) => kind === "xpath")?.unlisted ?? 0;
  for (const step of steps) {
    const before = of.size;
    give(outline, step, of, unlisted > 0);
    unlisted -= step.kind === "xpath" ? 0 : of.size - before;
  }
  return { of, unlisted };
}

/**
 * Adds the badges of a step to `of`. If the list of extracted values `isCut`, a value that fails gets a badge even if
 * it is not in that list.
 */
function give(outline: Outline, { kind, values }: TraceStep, of: Map<number, Badge>, isCut: boolean) {
  for (const { fate, offset, end_offset } of values) {
    const badge = FATES[fate];
    const node = offset === undefined ? undefined : outline.at(offset, end_offset);
    // The value of a function may equal a value that was never extracted here.
    const isKnown = kind === "xpath" || (node !== undefined && of.has(node)) || (isCut && badge === "failed");
    if (badge !== undefined && node !== undefined && isKnown && of.get(node) !== "failed") {
      of.set(node, badge);
    }
  }
}

/** Returns the number of nodes after `node` and before `end` that have a badge. */
export function badgesIn({ of }: Badges, node: number, end: number): number {
  let count = 0;
  for (const one of of.keys()) {
    if (node < one && one < end) {
      count += 1;
    }
  }
  return count;
}
