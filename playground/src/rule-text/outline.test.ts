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
  [
    "rules:\n  a: { enabled: false }\n  b:\n    name: c\n",
    [
      ["a", true],
      ["b", false],
    ],
  ],
  ["a:\n  rpath: x\nscript: |\n  fn f() {}\ncollections:\n  ids: { file: b }\n", [["a", false]]],
  ["name: a\nrpath: x\n", [["a", false]]],
  ["", []],
  ["hello", []],
];

test.each(CASES)("lists the rules in %j", (text, rules) => {
  expect(rulesIn(text).map(({ name, off }) => [name, off])).toEqual(rules);
});

test("rules have the positions of their text", () => {
  const text = "\ufeffrules:\r\n  - name: é😀\r\n    xpath: A\r\n  - name: b\r\n";
  expect(rulesIn(text).map(({ from, to }) => text.slice(from, to).trim())).toEqual([
    "name: é😀\r\n    xpath: A",
    "name: b",
  ]);
});
