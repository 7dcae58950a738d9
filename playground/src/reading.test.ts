import { expect, test } from "vitest";
import { type Read, readOn } from "./reading.ts";

/** Returns the progress after a file was read up to these positions, one after the other. */
function progressAfter(path: string, places: readonly number[], before?: Read): Read | undefined {
  return places.reduce<Read | undefined>((read, done) => readOn(read, { path, done, total: 500 }), before);
}

test.each([
  ["increases", [8, 16], { done: 16 }],
  ["does not go back when the file is read again", [8, 435, 207], { done: 435, again: 207 }],
  ["continues if it is read again", [435, 8, 207], { done: 435, again: 207 }],
  ["does not go back if a program reads single places", [435, 207, 8], { done: 435, again: 207 }],
])("the progress of a file %s", (_, places, read) => {
  expect(progressAfter("a.xml", places)).toEqual({ path: "a.xml", total: 500, ...read });
});

test("the progress starts again for another file", () => {
  expect(progressAfter("b.xml", [8], progressAfter("a.xml", [435, 8]))).toEqual({ path: "b.xml", done: 8, total: 500 });
});
