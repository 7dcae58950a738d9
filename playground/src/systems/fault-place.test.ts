import { expect, test } from "vitest";
import { messageWithPlace, placeOfFault } from "./fault-place.ts";

const TEXT = "<A>\n<ä/><B\n";
const FAULT = { message: "the tag is not closed", path: "a.assetlist", line: 2, column: 5 };

for (const [where, content] of [
  ["typed here", TEXT],
  ["on the disk", new Blob([TEXT])],
] as const) {
  test(`finds the place of a fault in a file ${where}`, async () => {
    const place = await placeOfFault(FAULT, new Map([["a.assetlist", content]]));
    expect(place).toEqual({ side: "files", path: "a.assetlist", start: 9, end: 9, line: 2, column: 5 });
    expect(messageWithPlace(FAULT, place)).toBe("the tag is not closed");
  });
}

test("writes the place of a fault in a missing file into its message", async () => {
  expect(await placeOfFault(FAULT, new Map())).toBeUndefined();
  expect(messageWithPlace(FAULT, undefined)).toBe("`a.assetlist:2:5`: the tag is not closed");
});

test("does not change the message of a fault without a file", async () => {
  const fault = { message: "no pattern", path: undefined, line: undefined, column: 1 };
  expect(await placeOfFault(fault, new Map())).toBeUndefined();
  expect(messageWithPlace(fault, undefined)).toBe("no pattern");
});
