/** The words of the steps of a rule. */

import type { Fate, StepKind, Trace, TraceStep, Value } from "../../engine.ts";
import { counted } from "../../format.ts";
import type { IconName } from "../icons.ts";

/** What each step does. */
export const STEPS: Record<StepKind, string> = {
  rpath: "Which files",
  not_rpath: "Which files not",
  xpath: "What is extracted",
  filter: "What goes on",
  not_filter: "What is dropped",
  cited: "Files that are named",
  subxpath: "What is extracted there",
  subfilter: "What goes on of that",
  condition: "What must hold",
};

/** How each fate of a value looks. The words differ, too. */
export const FATES: Record<Fate, { icon: IconName; color: string }> = {
  found: { icon: "right", color: "info" },
  kept: { icon: "right", color: "info" },
  made: { icon: "plus", color: "hint" },
  dropped: { icon: "close", color: "muted" },
  passed: { icon: "passed", color: "passed" },
  failed: { icon: "error", color: "error" },
  unknown: { icon: "problem", color: "problem" },
};

/** What came in and what went out. */
export function flowOf({ kind, input, output }: Pick<TraceStep, "kind" | "input" | "output">): string {
  if (kind === "condition") {
    return `${counted(input, "value")} in, ${output === 0 ? "none fails" : counted(output, "fails", "fail")}`;
  }
  const isExtraction = kind === "xpath" || kind === "subxpath" || kind === "cited";
  const dropped = isExtraction ? 0 : Math.max(0, input - output);
  return `${input} in, ${output} out${dropped > 0 ? `, ${dropped} dropped` : ""}`;
}

/** A value as it is shown, on one line. */
export function valueText(value: Value): string {
  if (value === null) {
    return "null";
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, values]) => `${name}: ${values.map(valueText).join(", ")}`)
      .join("; ");
  }
  return value === "" ? "(empty)" : String(value);
}

/** What the trace comes to, and whether that is good news. */
export interface Outcome {
  /** How it went. */
  state: "passed" | "failed" | "unchecked";
  /** In a sentence. */
  text: string;
}

/** The outcome of a trace of a project with so many files. `looked` says whether any rule looks at the file. */
export function outcomeOf({ state, findings, files, problems, steps }: Trace, all: number, looked: boolean): Outcome {
  if (state === "unchecked" && steps.length === 0) {
    return { state: "unchecked", text: `This rule cannot run: ${counted(problems.length, "problem")}.` };
  }
  if (state === "unwanted" && !looked) {
    const matched = files === 0 ? " This rule matched no file at all." : "";
    return { state: "unchecked", text: `No rule looked at this file.${matched}` };
  }
  if (state === "unwanted") {
    const text =
      files === 0
        ? `This rule matched no file: its \`rpath\` finds none of ${counted(all, "file")}.`
        : `This rule does not look at this file. It looks at ${counted(files, "other file")}.`;
    return { state: "unchecked", text };
  }
  if (state === "unchecked") {
    return { state: "unchecked", text: `Not everything could be checked: ${counted(problems.length, "problem")}.` };
  }
  return state === "failed"
    ? { state: "failed", text: `${counted(findings, "value fails", "values fail")} the condition.` }
    : { state: "passed", text: "Everything is as the condition demands." };
}
