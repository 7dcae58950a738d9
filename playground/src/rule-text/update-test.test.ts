import { expect, test } from "vitest";
import type { Value } from "../engine.ts";
import { withExpected } from "./update-test.ts";

const found = (path: string, value: Value) => ({ rule: "small", path, line: 2, value });

const RULES = "rules:\n  - { name: small, rpath: x, xpath: A, condition: [Exist] }\n";

test("replaces the expectations of a test in their own format, and changes nothing else", () => {
  const text = `${RULES}tests:
  - name: one   # stays
    expect:
      - { rule: small, path: b.xml }
    files: { a.xml: <A/> }
  - { name: two, files: {}, expect: [{ rule: gone, path: b.xml }] }   # and this
`;
  expect(withExpected(text, 0, { expect: [found("a.xml", "x")] })).toBe(`${RULES}tests:
  - name: one   # stays
    expect:
      - rule: small
        path: a.xml
        line: 2
        value: "x"
    files: { a.xml: <A/> }
  - { name: two, files: {}, expect: [{ rule: gone, path: b.xml }] }   # and this
`);
  const problems = [{ problem: "xml-unclosed", path: "a.xml" }];
  expect(withExpected(text, 1, { expect: [], problems })).toContain(
    'expect: [{"problem": "xml-unclosed", "path": "a.xml"}] }   # and this\n',
  );
});

test("replaces an empty list, with the line ends of the file", () => {
  const text = `${RULES}tests:\n- name: one\n  files: {}\n  expect: []\n`.replaceAll("\n", "\r\n");
  expect(withExpected(text, 0, { expect: [found("a.xml", 4)] })).toContain(
    "  expect:\r\n    - rule: small\r\n      path: a.xml\r\n      line: 2\r\n      value: 4\r\n",
  );
});

test("changes neither a test without expectations nor a missing test", () => {
  expect(withExpected(`${RULES}tests:\n- name: one\n`, 0, { expect: [] })).toBeUndefined();
  expect(withExpected(RULES, 0, { expect: [] })).toBeUndefined();
});
