/** Legacy encodings: a browser's `TextDecoder` and the tables of the package decode the same text. */

import { createEngine, memory } from "assay";
import { describe, expect, test } from "vitest";
import { hasChromium } from "./chromium.ts";
import { pageOf, pagesOfPackage } from "./servers.ts";

/** All encodings that the host decodes. */
const ENCODINGS = (
  "Big5 EUC-JP EUC-KR GBK IBM866 ISO-2022-JP ISO-8859-10 ISO-8859-13 ISO-8859-14 ISO-8859-15 ISO-8859-16 ISO-8859-2 " +
  "ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-8-I KOI8-R KOI8-U Shift_JIS gb18030 " +
  "macintosh windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 " +
  "windows-1258 windows-874 x-mac-cyrillic x-user-defined"
).split(" ");

/** Bounds of a byte. */
const ANY = [0, 255];
const HIGH = [0x80, 0xff];
const DIGIT = [0x2f, 0x3a];

/** Longer sequences: their first bytes, the bounds of each byte that follows, and their last bytes. */
const LONGER = [
  ["EUC-JP", [0x8f], [ANY, ANY], []],
  ["ISO-2022-JP", [0x1b, 0x24, 0x42], [ANY, ANY], [0x1b, 0x28, 0x42]],
  ["ISO-2022-JP", [0x1b, 0x28, 0x49], [ANY, ANY], [0x1b, 0x28, 0x42]],
  ["ISO-2022-JP", [0x1b], [ANY, ANY], [0x25, 0x3d]],
  ["gb18030", [], [HIGH, DIGIT, HIGH, DIGIT], []],
  ["GBK", [], [HIGH, DIGIT, HIGH, DIGIT], []],
];

/**
 * Script of a page. Each sequence is followed by a line feed, which is a separate character after any sequence, so that
 * all sequences can be decoded at once. Returns the first line that differs, by encoding.
 *
 * In some encodings, Chromium does not continue like the standard after an error; in which ones depends on its version.
 * Because only the first error of a file is reported, these encodings are compared by sequence, up to the first error.
 */
const COMPARE = `
  import init, { decode } from "/assay/encodings.js";
  await init({ module_or_path: "/assay/encodings_bg.wasm" });
  const differences = [];
  const addDifference = (encoding, at, ours, theirs) => {
    const shown = (line) => [...(line ?? "")].map((c) => c.codePointAt(0).toString(16)).join(" ");
    differences.push([encoding, at, shown(ours), shown(theirs)]);
  };
  const theirs = (encoding, bytes, fatal) => {
    try {
      return new TextDecoder(encoding, { fatal, ignoreBOM: true }).decode(bytes);
    } catch {
      return undefined;
    }
  };
  const compareAll = (encoding, bytes) => {
    const ourLines = decode(encoding, bytes, true, true).split("\\n");
    const theirLines = theirs(encoding, bytes, false).split("\\n");
    const at = ourLines.findIndex((line, number) => line !== theirLines[number]);
    if (at >= 0 || ourLines.length !== theirLines.length) {
      addDifference(encoding, at, ourLines[at], theirLines[at]);
    }
  };
  const untilFault = (text) => text.split("\\ufffd", 1)[0];
  const compareEach = (encoding, bytes, length) => {
    for (let at = 0; at < bytes.length; at += length) {
      const sequence = bytes.subarray(at, at + length);
      const exact = [decode(encoding, sequence, false, true), theirs(encoding, sequence, true)];
      const lenient = [decode(encoding, sequence, true, true), theirs(encoding, sequence, false)].map(untilFault);
      const wrong = [exact, lenient].find(([ours, theirs]) => ours !== theirs);
      if (wrong !== undefined) {
        addDifference(encoding, at / length, ...wrong);
        return;
      }
    }
  };
  // The characters that Chromium decodes differently, and the package corrects.
  const isCorrected = (encoding, [first, second]) => {
    return encoding === "Big5" && first === 0x88 && [0x62, 0x64, 0xa3, 0xa5].includes(second);
  };
  const compare = (encoding, begin, bounds, end) => {
    const count = bounds.reduce((count, [from, to]) => count * (to - from + 1), 1);
    const length = begin.length + bounds.length + end.length + 1;
    const bytes = new Uint8Array(count * length);
    for (let number = 0; number < count; number += 1) {
      let rest = number;
      const middle = bounds.map(([from, to]) => {
        const byte = from + (rest % (to - from + 1));
        rest = Math.floor(rest / (to - from + 1));
        return byte;
      });
      bytes.set([...begin, ...(isCorrected(encoding, middle) ? [0x20, 0x20] : middle), ...end, 0x0a], number * length);
    }
    if (["Big5", "EUC-JP", "ISO-2022-JP"].includes(encoding)) {
      compareEach(encoding, bytes, length);
    } else {
      compareAll(encoding, bytes);
    }
  };
  for (const encoding of ${JSON.stringify(ENCODINGS)}) {
    compare(encoding, [], [[0, 255]], []);
    compare(encoding, [], [[0, 255], [0, 255]], []);
  }
  for (const sequences of ${JSON.stringify(LONGER)}) {
    compare(...sequences);
  }
  return differences;`;

/** Files with and without invalid bytes in their encoding. */
const BROKEN = `Object.fromEntries([
    ["GBK", [0xd6, 0xd0, 0xff, 0x61]], ["GBK", [0x81, 0x20]], ["GBK", [0xd6]], ["GBK", [0xd6, 0xd0]],
    ["gb18030", [0x81, 0x30, 0x81, 0x20]], ["gb18030", [0x84, 0x31, 0xa4, 0x37]], ["Big5", [0x87, 0x40, 0x81, 0x40]], ["Big5", [0x88, 0x62, 0x88, 0x64, 0x88, 0xa3, 0x88, 0xa5, 0xbc, 0xd2]],
    ["Shift_JIS", [0x83, 0x5c, 0x81, 0x20]], ["EUC-JP", [0xa5, 0xbd, 0x8f, 0xa1, 0x41]], ["EUC-KR", [0x61, 0xc9, 0xff]],
    ["ISO-2022-JP", [0x1b, 0x24, 0x42, 0x25, 0x3d, 0x25, 0x0a]], ["ISO-2022-JP", [0x1b, 0x28, 0x42, 0x1b, 0x24, 0x42]],
    ["windows-1253", [0xe1, 0xd2]], ["latin1", [0x81, 0xff]],
  ].map(([encoding, bytes], number) => {
    const text = (text) => [...new TextEncoder().encode(text)];
    const start = text('<?xml version="1.0" encoding="' + encoding + '"?><A>' + " \\n".repeat(number % 5 === 4 ? 600_000 : number));
    return [number + ".xml", Uint8Array.from([...start, ...bytes, ...text("</A>")])];
  }))`;

const RULES = '- { name: every, rpath: xml$, xpath: A, condition: ["==", "never"] }';

/** Script of a page. */
const CHECK = `
  import { createEngine, memory } from "/assay/browser.js";
  const engine = await createEngine();
  const report = await engine.checker({ rules: [{ path: "rules.yaml", text: ${JSON.stringify(RULES)} }] }).check(memory(${BROKEN}));
  return report;`;

describe.skipIf(!hasChromium)("in a browser", () => {
  const shows = 'document.body.textContent = JSON.stringify(shown); document.title = "done";';
  const open = pagesOfPackage({ "/compare": pageOf(COMPARE, shows), "/check": pageOf(CHECK, shows) });

  const resultOf = async (path: string) => {
    const page = await open(path);
    await page.waitForFunction(() => document.title !== "", undefined, { timeout: 50_000 });
    const result = JSON.parse((await page.textContent("body")) ?? "");
    await page.close();
    return result;
  };

  test("the browser and the tables of the package decode the same characters", async () => {
    expect(await resultOf("/compare")).toEqual([]);
  });

  test("invalid bytes result in the same report as in Node", async () => {
    const { findings, problems } = await resultOf("/check");
    const engine = await createEngine();
    const checker = engine.checker({ rules: [{ path: "rules.yaml", text: RULES }] });
    const report = JSON.parse(JSON.stringify(await checker.check(memory(new Function(`return ${BROKEN}`)()))));
    expect(problems).toHaveLength(11);
    expect([findings, problems]).toEqual([report.findings, report.problems]);
  });
});
