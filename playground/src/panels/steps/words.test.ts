import { expect, test } from "vitest";
import type { Problem, Trace, TraceStep } from "../../engine.ts";
import { flowOf, outcomeOf, valueText } from "./words.ts";

const STEP = { kind: "filter", input: 3, output: 2, values: [] as TraceStep["values"] } as TraceStep;

test("a step has the numbers of received, kept and dropped values", () => {
  expect(flowOf(STEP)).toBe("3 in, 2 out, 1 dropped");
  expect(flowOf({ ...STEP, kind: "xpath", input: 1, output: 0 })).toBe("no value");
  expect(flowOf({ ...STEP, kind: "subxpath", input: 1, output: 3 })).toBe("3 values");
  expect(flowOf({ ...STEP, kind: "rpath", input: 1, output: 1 })).toBe("the file matches");
  expect(flowOf({ ...STEP, kind: "not_rpath", input: 1, output: 0 })).toBe("the file is excluded");
  expect(flowOf({ ...STEP, kind: "cited", input: 3, output: 1 })).toBe("3 values, 1 file named");
  expect(flowOf({ ...STEP, kind: "condition", input: 0, output: 0 })).toBe("no value in");
  const values = [{ fate: "unknown" }] as TraceStep["values"];
  expect(flowOf({ ...STEP, kind: "condition", input: 1, output: 0, values })).toBe("1 value in, 1 is not checked");
  expect(flowOf({ ...STEP, kind: "condition", input: 2, output: 1 })).toBe("2 values in, 1 fails");
  expect(flowOf({ ...STEP, kind: "condition", input: 2, output: 0 })).toBe("2 values in, none fails");
});

const JUDGED = { kind: "condition", input: 1, output: 0 } as TraceStep;
const NOTHING = { kind: "xpath", input: 1, output: 0, help: "`A` has no `B`" } as TraceStep;
const TRACE = {
  state: "passed",
  findings: 0,
  files: 1,
  problems: [] as Problem[],
  steps: [STEP, JUDGED],
} as unknown as Trace;

test.each<[Partial<Trace>, boolean, string, RegExp]>([
  [{}, true, "passed", /All values meet the condition/],
  [{ steps: [STEP], wants_none: true }, true, "passed", /no value, as the condition requires/],
  [{ state: "empty", steps: [STEP] }, true, "empty", /No value was checked: the filters dropped all values/],
  [{ state: "empty", steps: [NOTHING] }, true, "empty", /^No value was checked: `xpath` finds no value/],
  [{ state: "failed", findings: 2 }, true, "failed", /^2 values fail/],
  [{ state: "unwanted", files: 3 }, true, "unchecked", /does not look at this file\. It looks at 3 other files/],
  [{ state: "unwanted", files: 0 }, true, "unchecked", /matched no file/],
  [{ state: "unwanted", files: 3 }, false, "unchecked", /^No rule looked at this file\.$/],
  [{ state: "unwanted", files: 0 }, false, "unchecked", /No rule looked at this file.*matched no file/],
  [{ state: "unchecked", steps: [], problems: [{} as Problem] }, true, "unchecked", /cannot run: 1 problem/],
  [{ state: "unchecked", problems: [{} as Problem] }, true, "unchecked", /Not everything/],
  [{ state: "unchecked" }, true, "unchecked", /^Not checked: the rule gave no reliable result/],
])("a trace %j, looked at: %s, is %s", (change, looked, state, text) => {
  const outcome = outcomeOf({ ...TRACE, ...change }, 5, looked);
  expect(outcome.state).toBe(state);
  expect(outcome.text).toMatch(text);
});

test("if nothing was extracted, the help describes the file", () => {
  expect(outcomeOf({ ...TRACE, state: "empty", steps: [NOTHING] }, 5, true).help).toBe("`A` has no `B`");
});

test("shows values on one line", () => {
  const expected = ["null", "(empty)", "3", "false", 'a: 1, "b"', "<A>", "(the document)"];
  expect([null, "", 3n, false, { a: [1, "b"] }, "<A>", "<>"].map(valueText)).toEqual(expected);
});
