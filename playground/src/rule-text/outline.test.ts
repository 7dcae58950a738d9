import { expect, test } from "vitest";
import { rulesIn } from "./outline.ts";

const CASES: readonly (readonly [text: string, rules: readonly [name: string, off: boolean][]])[] = [
  [
    "rules:\n  - name: a\n    enabled: false\n  - { name: 'it''s', enabled: true }\n",
    [
      ["a", true],
      ["it's", false],
    ],
  ],
  [
    "\ufeff- name: a\n  xpath: */b\n- name: b\n",
    [
      ["a", false],
      ["b", false],
    ],
  ],
  ['{"rules": [{"Name": "a", "Enabled": false}]}', [["a", true]]],
  ["rules:\n  - rpath: x\n", []],
  ["", []],
  ["hello", []],
];

test.each(CASES)("rules in %j", (text, rules) => {
  expect(rulesIn(text).map(({ name, off }) => [name, off])).toEqual(rules);
});

test("rules stand where their text is", () => {
  const text = "\ufeffrules:\r\n  - name: é😀\r\n    xpath: A\r\n  - name: b\r\n";
  expect(rulesIn(text).map(({ from, to }) => text.slice(from, to).trim())).toEqual([
    "name: é😀\r\n    xpath: A",
    "name: b",
  ]);
});
