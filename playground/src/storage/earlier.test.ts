import { expect, test } from "vitest";
import { type EarlierProject, MOST_EARLIER, withEarlier, withoutEarlier } from "./earlier.ts";

const earlier = (at: number, size = 1): EarlierProject => {
  return { id: `${at}`, name: `${at}`, at, rules: 1, files: 1, left: 0, size };
};
const ids = (list: readonly EarlierProject[]) => list.map(({ id }) => id);
const MIB = 1024 * 1024;

test.each([
  ["has the newest first", [1, 3], earlier(2), ["3", "2", "1"], []],
  ["contains each project once", [1, 2], earlier(2), ["2", "1"], []],
  ["drops the earliest if there are too many", numbers(MOST_EARLIER), earlier(99), undefined, ["1"]],
  ["drops the earliest if a large one is added", [1, 2], earlier(3, 32 * MIB), ["3"], ["2", "1"]],
  ["keeps the added one, however large it is", [], earlier(1, 99 * MIB), ["1"], []],
])("the list of earlier projects %s", (_claim, before, added, after, dropped) => {
  const list = before.map((at) => earlier(at)).sort((one, other) => other.at - one.at);
  const result = withEarlier(list, added);
  expect(ids(result.dropped)).toEqual(dropped);
  expect(after === undefined ? result.list.length : ids(result.list)).toEqual(after ?? MOST_EARLIER);
});

test("a removed project is not in the list", () => {
  expect(ids(withoutEarlier([earlier(2), earlier(1)], "2"))).toEqual(["1"]);
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
