import { describe, expect, test } from "vitest";
import { placesOf } from "./row-heights.ts";

const CASES = [
  ["of one height", placesOf(["a", "b", "c"], 20), [0, 20, 40], 60],
  ["of different heights", placesOf([10, 30, 20], (height) => height), [0, 10, 40], 60],
] as const;

describe.each(CASES)("rows %s", (_, places, tops, total) => {
  test("begin where those above them end", () => {
    expect([0, 1, 2].map((index) => places.top(index))).toEqual(tops);
    expect(places.total).toBe(total);
  });

  test("are found from their first pixel to their last", () => {
    for (const [index, top] of tops.entries()) {
      expect(places.at(top)).toBe(index);
      expect(places.at(top + places.height(index) - 1)).toBe(index);
    }
  });

  test("are the first above all rows, and the last below all rows", () => {
    expect([places.at(-5), places.at(total + 5)]).toEqual([0, 2]);
  });
});

test("an empty list has no height, and finds no row after the first", () => {
  for (const places of [placesOf([], 20), placesOf([], () => 20)]) {
    expect([places.total, Math.max(0, places.at(0))]).toEqual([0, 0]);
  }
});
