import { describe, expect, test } from "vitest";
import { decode } from "./decode.ts";

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)));
const utf16 = (text: string, little: boolean) =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0);
    return little ? [code & 255, code >> 8] : [code >> 8, code & 255];
  });
const GBK = '<?xml version="1.0" encoding="GBK"?><A>';

const CASES: readonly [string, Uint8Array, { text: string; encoding: string } | undefined][] = [
  ["UTF-8", bytes("é😀"), { text: "é😀", encoding: "UTF-8" }],
  [
    "UTF-8 with a byte order mark, which positions count",
    bytes([0xef, 0xbb, 0xbf], "a"),
    { text: "\ufeffa", encoding: "UTF-8" },
  ],
  [
    "UTF-16, whose byte order mark they do not count",
    bytes(utf16("\ufeff<A/>", true)),
    { text: "<A/>", encoding: "UTF-16LE" },
  ],
  ["UTF-16 in the other byte order", bytes(utf16("\ufeff<A/>", false)), { text: "<A/>", encoding: "UTF-16BE" }],
  ["the encoding of an XML declaration", bytes(GBK, [0xd6, 0xd0], "</A>"), { text: `${GBK}中</A>`, encoding: "GBK" }],
  [
    "another encoding, with its invalid bytes marked",
    bytes("<A>M", [0xfc], "ller</A>"),
    { text: "<A>M\ufffdller</A>", encoding: "not valid UTF-8: invalid bytes are shown as \ufffd" },
  ],
  ["not: many invalid bytes", bytes("ab", [0xfc, 0xfd], "c"), undefined],
  ["not: an image", bytes([0x89, 0x50, 0x4e, 0x47, 0xff]), undefined],
  ["not: bytes with a zero", bytes("abc", [0], "d"), undefined],
  ["not: an unknown encoding", bytes('<?xml version="1.0" encoding="klingon"?><A/>'), undefined],
];

describe("decodes", () => {
  test.each(CASES)("%s", (_, given, expected) => {
    expect(decode(given)).toEqual(expected);
  });
});
