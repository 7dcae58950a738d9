import { expect, test } from "vitest";
import type { Problem, Trace, TraceStep } from "../../engine.ts";
import { flowOf, outcomeOf, valueText } from "./words.ts";

const STEP = { kind: "filter", input: 3, output: 2 } as TraceStep;

test("a step says what came in, went out and was dropped", () => {
  expect(flowOf(STEP)).toBe("3 in, 2 out, 1 dropped");
  expect(flowOf({ ...STEP, kind: "xpath", input: 1, output: 0 })).toBe("1 in, 0 out");
  expect(flowOf({ ...STEP, kind: "condition", input: 2, output: 1 })).toBe("2 values in, 1 fails");
  expect(flowOf({ ...STEP, kind: "condition", input: 2, output: 0 })).toBe("2 values in, none fails");
});

const TRACE = { state: "passed", findings: 0, files: 1, problems: [] as Problem[], steps: [STEP] } as unknown as Trace;

test.each<[Partial<Trace>, boolean, string, RegExp]>([
  [{}, true, "passed", /as the condition demands/],
  [{ state: "failed", findings: 2 }, true, "failed", /^2 values fail/],
  [{ state: "unwanted", files: 3 }, true, "unchecked", /does not look at this file\. It looks at 3 other files/],
  [{ state: "unwanted", files: 0 }, true, "unchecked", /matched no file/],
  [{ state: "unwanted", files: 3 }, false, "unchecked", /^No rule looked at this file\.$/],
  [{ state: "unwanted", files: 0 }, false, "unchecked", /No rule looked at this file.*matched no file/],
  [{ state: "unchecked", steps: [], problems: [{} as Problem] }, true, "unchecked", /cannot run: 1 problem/],
  [{ state: "unchecked", problems: [{} as Problem] }, true, "unchecked", /Not everything/],
])("a trace %j, looked at: %s, is %s", (change, looked, state, text) => {
  const outcome = outcomeOf({ ...TRACE, ...change }, 5, looked);
  expect(outcome.state).toBe(state);
  expect(outcome.text).toMatch(text);
});

test("values are shown on one line", () => {
  expect([null, "", 3n, false, { a: [1, "b"] }].map(valueText)).toEqual(["null", "(empty)", "3", "false", "a: 1, b"]);
});
