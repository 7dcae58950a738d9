/** Files in legacy encodings, which Node decodes with the tables of the package. */

import { memory } from "assay";
import { describe, expect, test } from "vitest";
import { check, found } from "./small.ts";

const EVERY = '- { name: every, rpath: xml$, xpath: A, condition: ["==", "never"] }';

/** Returns a document with a declared encoding. */
function document(encoding: string, bytes: readonly number[]): Uint8Array {
  const before = new TextEncoder().encode(`<?xml version="1.0" encoding="${encoding}"?>\n<A>`);
  return Uint8Array.from([...before, ...bytes, ...new TextEncoder().encode("</A>")]);
}

describe("a file", () => {
  // Node's own decoder returns other characters for the last two.
  for (const [encoding, bytes, text] of [
    ["GBK", [0xc4, 0xa3, 0xd0, 0xcd], "\u6a21\u578b"],
    ["gb18030", [0x81, 0x30, 0x81, 0x30, 0xd6, 0xd0], "\u0080\u4e2d"],
    ["Shift_JIS", [0x83, 0x5c, 0x95, 0x5c], "\u30bd\u8868"],
    ["ISO-2022-JP", [0x1b, 0x24, 0x42, 0x25, 0x3d, 0x1b, 0x28, 0x42], "\u30bd"],
    ["koi8-r", [0xed], "\u041c"],
    ["latin1", [0xe4, 0x80], "\u00e4\u20ac"],
    ["euc-kr", [0x81, 0x41], "\uac02"],
    ["big5", [0x87, 0x40], "\u43f0"],
  ] as const) {
    test(`in ${encoding} has the same text on every host`, async () => {
      const report = await check(memory({ "a.xml": document(encoding, bytes) }), EVERY);
      expect([found(report), report.problems]).toEqual([[["every", "a.xml", text]], []]);
    });
  }

  test("is reported at the place of an invalid byte", async () => {
    const { findings, problems } = await check(memory({ "a.xml": document("GBK", [0xd6, 0xd0, 0xff, 0x61]) }), EVERY);
    expect(findings).toEqual([]);
    expect(problems).toMatchObject([
      { code: "encoding-undecodable", message: "the byte FF is not valid in GBK", line: 2, column: 5 },
    ]);
  });
});
