import { expect, test } from "vitest";
import { putBack, takeOut } from "./portions.js";

const items = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each<[string, unknown, number[]]>([
  ["no object", undefined, []],
  ["short lists", { a: items(3), b: { c: items(2_000) } }, []],
  ["a long list", { a: items(2), b: items(4_500) }, [2_000, 2_000, 500]],
  ["a long list in an item of a short one", { a: [{ b: items(1) }, { b: items(2_001) }] }, [2_000, 1]],
  ["long lists in items of a long one, which stay with these", { a: items(2_001).map(() => ({ b: [1] })) }, [2_000, 1]],
  ["bytes", { a: new Uint8Array(5_000) }, []],
])("%s of a result are sent in portions, and put back", (_, whole, sizes) => {
  const sent = structuredClone(whole);
  const portions = takeOut(sent);
  expect(portions.map((portion) => portion.items.length)).toEqual(sizes);
  expect(JSON.stringify(sent) === JSON.stringify(whole)).toBe(sizes.length === 0);
  putBack(sent, structuredClone(portions));
  expect(sent).toEqual(whole);
});
