import { expect, test } from "vitest";
import { withXPath } from "./use-xpath.ts";

const BLOCK = `# rules
rules:
  - name: one   # the first
    rpath: xml$
    xpath: "*/A,b"   # here
    condition: [Exist]
    func_str: |
      fn f(d, p, c) { "xpath: no" }

  - rpath: xml$
    xpath: '*/it''s'
    name: 'two'
tests:
  - { name: three, files: {} }
`;

const FLOW = "- { name: one, rpath: a, xpath: '*/A,b', condition: [Exist] }\n- {name: two, xpath: */B, rpath: b}\n";

test.each([
  [BLOCK, "one", '"*/A,b"'],
  [BLOCK, "two", "'*/it''s'"],
  [FLOW, "one", "'*/A,b'"],
  [FLOW, "two", "*/B"],
  ["- name: one\r\n  xpath: */A/B\r\n  rpath: x\r\n", "one", "*/A/B"],
  ["- name: one\n  subxpath: C\n  xpath: B\n", "one", "B"],
  ["- name: one\n  xpath: */I.N==x,V   # why\n  filter: x\n", "one", "*/I.N==x,V"],
  ["one: { rpath: a, xpath: A }\n", "one", "A"],
  ["one:\n  rpath: a\n  xpath: '*/A'\ntwo:\n  xpath: '*/B'\n", "two", "'*/B'"],
  ["rules:\n  'it is':\n    XPath: '*/A'\n", "it is", "'*/A'"],
])("replaces the xpath of a rule: %#", (text, name, written) => {
  expect(withXPath(text, name, "*/I.N==`it's`,V")).toBe(text.replace(written, "'*/I.N==`it''s`,V'"));
});

test.each([
  ["", "one"],
  [BLOCK, "three"],
  [BLOCK, "none"],
  ["- name: one\n  xpath: |\n    A\n", "one"],
  ["- name: one\n  rpath: x\n- name: two\n  xpath: A\n", "one"],
  ["- name: one\n  xpath: A\n- name: one\n  xpath: B\n", "one"],
  ["one:\n  rpath: x\n  condition: [Exist]\n", "one"],
  ["xpath: A\nrpath: b\n", "one"],
])("changes nothing if the rule or its xpath is ambiguous or missing: %#", (text, name) => {
  expect(withXPath(text, name, "B")).toBeUndefined();
});

test("escapes an xpath in JSON", () => {
  const before = '{"rules": [{"name": "one", "xpath": "A"}]}';
  expect(withXPath(before, "one", '*/I.N=="x"')).toBe(before.replace('"A"', '"*/I.N==\\"x\\""'));
});
