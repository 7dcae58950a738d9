/** Descriptions of the steps of a rule. */

import type { Fate, StepKind, Trace, TraceStep, Value } from "../../engine.ts";
import { counted } from "../../format.ts";
import type { IconName } from "../../icons/icons.ts";

export const STEPS: Record<StepKind, string> = {
  rpath: "Checked files",
  not_rpath: "Excluded files",
  xpath: "Extracted values",
  filter: "Values that are kept",
  not_filter: "Values that are dropped",
  cited: "Files that these values refer to",
  subxpath: "Values extracted from one of them",
  subfilter: "Extracted values that are kept",
  condition: "Required condition",
};

/** The word, icon and colour of each fate of a value. The words differ, not only the colours. */
export const FATES: Record<Fate, { word: string; icon: IconName; color: string }> = {
  found: { word: "found", icon: "right", color: "info" },
  kept: { word: "kept", icon: "right", color: "info" },
  made: { word: "made", icon: "plus", color: "hint" },
  dropped: { word: "dropped", icon: "close", color: "muted" },
  passed: { word: "passed", icon: "passed", color: "passed" },
  failed: { word: "failed", icon: "error", color: "error" },
  unknown: { word: "not checked", icon: "problem", color: "problem" },
};

/** Returns the numbers of values that a step took and passed on, in words. */
export function flowOf(step: Pick<TraceStep, "kind" | "input" | "output" | "values">): string {
  const { kind, input, output, values } = step;
  switch (kind) {
    case "condition": {
      if (input === 0 && output === 0) {
        return "no value in";
      }
      const unknown = values.filter(({ fate }) => fate === "unknown").length;
      const failed = output > 0 ? [counted(output, "fails", "fail")] : unknown > 0 ? [] : ["none fails"];
      const open = unknown > 0 ? [`${counted(unknown, "is", "are")} not checked`] : [];
      return [`${counted(input, "value")} in`, ...failed, ...open].join(", ");
    }
    case "rpath":
    case "not_rpath":
      return output > 0 ? "the file matches" : "the file is excluded";
    case "xpath":
    case "subxpath":
      return output === 0 ? "no value" : counted(output, "value");
    case "cited":
      return `${counted(input, "value")}, ${counted(output, "file")} named`;
    default: {
      const dropped = Math.max(0, input - output);
      return `${input} in, ${output} out${dropped > 0 ? `, ${dropped} dropped` : ""}`;
    }
  }
}

/** Returns a value as it is shown, on one line. */
export function valueText(value: Value): string {
  if (value === null) {
    return "null";
  }
  if (typeof value === "object") {
    return Object.entries(value)
      .map(([name, values]) => `${name}: ${values.map(partText).join(", ")}`)
      .join("; ");
  }
  // The value of an element is its tag; the root of a JSON document has no tag.
  return value === "" ? "(empty)" : value === "<>" ? "(the document)" : String(value);
}

/** Returns a value of a record. A string is quoted, so that a comma in it does not look like a separator. */
function partText(value: Value): string {
  return typeof value === "string" ? JSON.stringify(value) : valueText(value);
}

export interface Outcome {
  state: "passed" | "failed" | "unchecked" | "empty";
  text: string;
  /** A description of what the file does not contain, if nothing was extracted from it. */
  help?: string | undefined;
}

/** Returns the result of a trace in a project with `all` files. `looked` is true if any rule looks at the file. */
export function outcomeOf(trace: Trace, all: number, looked: boolean): Outcome {
  const { state, findings, files, problems, steps } = trace;
  const unchecked = (text: string): Outcome => ({ state: "unchecked", text });
  if (state === "unwanted" && !looked) {
    return unchecked(`No rule looked at this file.${files === 0 ? " This rule matched no file at all." : ""}`);
  }
  if (state === "unwanted") {
    return files === 0
      ? unchecked(`This rule matched no file: its \`rpath\` finds none of ${counted(all, "file")}.`)
      : unchecked(`This rule does not look at this file. It looks at ${counted(files, "other file")}.`);
  }
  if (state === "unchecked" && steps.length > 0 && problems.length === 0) {
    return unchecked("Not checked: the rule gave no reliable result; see the warning.");
  }
  if (state === "unchecked") {
    const failed = steps.length === 0 ? "This rule cannot run" : "Not everything could be checked";
    return unchecked(`${failed}: ${counted(problems.length, "problem")}.`);
  }
  if (state === "failed") {
    return { state: "failed", text: `${counted(findings, "value fails", "values fail")} the condition.` };
  }
  if (state === "empty") {
    return nothingOf(steps);
  }
  const judged = steps.some(({ kind, input }) => kind === "condition" && input > 0);
  const text = judged ? "All values meet the condition." : "There is no value, as the condition requires.";
  return { state: "passed", text };
}

/** Returns the result for a trace in which no value reached the condition, which neither passes nor fails. */
function nothingOf(steps: readonly TraceStep[]): Outcome {
  const step = steps.find(({ kind, output }) => EXTRACTIONS.includes(kind) && output === 0);
  const text = step
    ? `No value was checked: \`${step.kind}\` finds no value in this file.`
    : "No value was checked: the filters dropped all values.";
  return { state: "empty", text, help: step?.help };
}

const EXTRACTIONS: readonly StepKind[] = ["xpath", "subxpath"];
