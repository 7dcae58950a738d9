import { expect, test } from "vitest";
import { type Choice, isSame, offerOf, settled, taskOf } from "./list-choice.ts";

const PATHS = ["1.assetlist", "2.assetlist", "3.assetlist", "note.txt", "patch.plan.json"];
const OFFER = offerOf(PATHS);
const CHOICE: Choice = { operation: "delta", pattern: "*", patternType: "wildcard", count: 2, uncounted: [] };

function task(choice: Partial<Choice>) {
  return taskOf(settled({ ...CHOICE, ...choice }, OFFER), OFFER, (path) => (PATHS.includes(path) ? path : undefined));
}

const file = (path: string) => ({ path, content: path });
const TWO = { first: file("1.assetlist"), second: file("2.assetlist") };

test.each<[Partial<Choice>, unknown]>([
  [{}, { ...TWO, operation: "delta" }],
  [
    { first: "3.assetlist", second: "gone" },
    { first: file("3.assetlist"), second: TWO.second, operation: "delta" },
  ],
  [{ operation: "filepattern" }, { ...TWO, operation: "filepattern", pattern: "*", patternType: "wildcard" }],
  [
    { operation: "intersectioncount" },
    { ...TWO, operation: "intersectioncount", count: 2, further: [file("3.assetlist")] },
  ],
  [
    { operation: "intersectioncount", uncounted: ["3.assetlist"] },
    { ...TWO, operation: "intersectioncount", count: 2, further: [] },
  ],
  [
    { operation: "plan", plan: "gone", step: 1 },
    { ...TWO, operation: "plan", plan: file("patch.plan.json"), further: [file("3.assetlist")], step: 1 },
  ],
])("%j uses its files and no others", (choice, expected) => {
  expect(task(choice)).toEqual(expected);
});

test("a count is never larger than the number of lists", () => {
  const fewer = task({ operation: "intersectioncount", count: 3, uncounted: ["3.assetlist"] });
  expect(fewer).toMatchObject({ count: 2, further: [] });
});

test("without a list, or without a plan, there is no comparison", () => {
  const none = offerOf(["note.txt"]);
  expect(taskOf(settled(CHOICE, none), none, () => undefined)).toBeUndefined();
  const listsOnly = offerOf(PATHS.slice(0, 2));
  const withPlan: Choice = { ...CHOICE, operation: "plan" };
  expect(taskOf(settled(withPlan, listsOnly), listsOnly, (path) => path || undefined)).toBeUndefined();
});

test("tasks are compared by their content", () => {
  expect(isSame(task({ operation: "plan" }), task({ operation: "plan" }))).toBe(true);
  expect(isSame(task({}), task({ operation: "union" }))).toBe(false);
  expect(isSame(task({}), undefined)).toBe(false);
  const blob = new Blob(["a"]);
  expect(isSame({ content: blob }, { content: blob })).toBe(true);
  expect(isSame({ content: blob }, { content: new Blob(["a"]) })).toBe(false);
});
