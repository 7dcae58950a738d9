import { expect, test } from "vitest";
import { ruleAt } from "./rule-at.ts";

const TEXT = "rules:\n  - name: ä\n    rpath: a\n  - name: b\n    rpath: a\n\ncollections: {}\n";

test.each([
  ["before all rules", TEXT, TEXT.indexOf("rules"), undefined],
  ["in the first one", TEXT, TEXT.indexOf("rpath"), "ä"],
  ["in the second one", TEXT, TEXT.indexOf("b\n"), "b"],
  ["at the first dash of a list", "- name: c\n  rpath: a\n", 0, "c"],
  ["on a blank line after one", "- name: c\n  rpath: a\n  \n", 25, "c"],
  ["after all rules", TEXT, TEXT.length, undefined],
  [
    "with other line ends and a byte order mark",
    `\ufeff${TEXT.replaceAll("\n", "\r\n")}`,
    TEXT.indexOf("b\n") + 8,
    "b",
  ],
])("finds the rule at a place %s", (_, text, offset, name) => expect(ruleAt(text, offset)).toBe(name));
