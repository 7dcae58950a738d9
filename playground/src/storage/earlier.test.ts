import { expect, test } from "vitest";
import { type EarlierProject, MOST_EARLIER, withEarlier, withoutEarlier } from "./earlier.ts";

const earlier = (at: number, size = 1): EarlierProject => {
  return { id: `${at}`, name: `${at}`, at, rules: 1, files: 1, left: 0, size };
};
const ids = (list: readonly EarlierProject[]) => list.map(({ id }) => id);
const MIB = 1024 * 1024;

test.each([
  ["the newest is first", [1, 3], earlier(2), ["3", "2", "1"], []],
  ["each is there once", [1, 2], earlier(2), ["2", "1"], []],
  ["the earliest gives way to one too many", numbers(MOST_EARLIER), earlier(99), undefined, ["1"]],
  ["the earliest give way to what is long", [1, 2], earlier(3, 32 * MIB), ["3"], ["2", "1"]],
  ["what is put aside stays, however long", [], earlier(1, 99 * MIB), ["1"], []],
])("of earlier projects %s", (_claim, before, added, after, dropped) => {
  const list = before.map((at) => earlier(at)).sort((one, other) => other.at - one.at);
  const result = withEarlier(list, added);
  expect(ids(result.dropped)).toEqual(dropped);
  expect(after === undefined ? result.list.length : ids(result.list)).toEqual(after ?? MOST_EARLIER);
});

test("one that is taken out of the list is there no more", () => {
  expect(ids(withoutEarlier([earlier(2), earlier(1)], "2"))).toEqual(["1"]);
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}
