/** Output for people contains no control characters, and all of it passes through one module. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { visible, visibleLines } from "./visible.js";

describe("a name on one line", () => {
  test.each([
    ["art/old wall.png", "art/old wall.png"],
    ["line\nend\r.xml", "line\\u{a}end\\u{d}.xml"],
    ["\u001b[2Jtext", "\\u{1b}[2Jtext"],
    ["\u001b[31mred", "\\u{1b}[31mred"],
    ["\u009b31m", "\\u{9b}31m"],
    ["a\u202eb\u2066c", "a\\u{202e}b\\u{2066}c"],
    ["a\u2060\u{e0041}b", "a\\u{2060}\\u{e0041}b"],
    ["::error::x", "\\u{3a}:error::x"],
    ["  ::error::x", "  \\u{3a}:error::x"],
    ["a::b", "a::b"],
    ["a ##[error]b ##vso[x]", "a \\u{23}#[error]b \\u{23}#vso[x]"],
    ["## heading", "## heading"],
  ])("%j", (text, expected) => {
    expect(visible(text)).toBe(expected);
  });
});

describe("a string of several lines", () => {
  const text = "\u001b[1;31merror\u001b[0m: a\n::set-output::b\n\u001b[8mc";

  test("keeps its line ends, and its colours only if they are allowed", () => {
    expect(visibleLines(text, true)).toBe("\u001b[1;31merror\u001b[0m: a\n\\u{3a}:set-output::b\n\\u{1b}[8mc");
    expect(visibleLines(text)).toBe("\\u{1b}[1;31merror\\u{1b}[0m: a\n\\u{3a}:set-output::b\n\\u{1b}[8mc");
  });
});

test("only `output.ts` writes to the standard streams", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  );
  const writing = sources.filter((path) => {
    return /process\.std(?:out|err)\.write\(|console\./.test(readFileSync(join(folder, path), "utf8"));
  });
  // The version, and the address of the playground, which contain no names.
  expect(writing.sort()).toEqual(["assay.ts", "output.ts", "playground.ts"]);
});
