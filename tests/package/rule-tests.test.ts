/** Tests in rule files. */

import { describe, expect, test } from "vitest";
import { engine } from "./small.ts";

describe("tests of rules", () => {
  const text = `
rules:
  - { name: small, rpath: xml$, xpath: A, condition: ["<=", 3] }
  - { name: other, rpath: xml$, xpath: A, condition: [Exist] }
tests:
  - { name: passes, files: { a.xml: <A>4</A> }, expect: [{ rule: small, path: a.xml }] }
  - { name: fails, files: { a.xml: <A>4</A> }, expect: [] }
`;
  const rules = [{ path: "rules.yaml", text }];

  test("report which tests passed and failed", () => {
    const { tests, untested, summary } = engine.test({ rules });
    expect(tests.map(({ name, state }) => [name, state])).toEqual([
      ["passes", "pass"],
      ["fails", "fail"],
    ]);
    expect(tests[1]?.unexpected).toMatchObject([{ rule: "small", path: "a.xml", value: "4" }]);
    expect(untested).toMatchObject([{ rule: "other", path: "rules.yaml", line: 4 }]);
    expect(summary).toEqual({ pass: 1, fail: 1, error: 0, missing: 1, rules: 2 });
  });

  test("can be filtered", () => {
    expect(engine.test({ rules, filter: "pass", coverage: true })).toMatchObject({
      tests: [{ name: "passes" }],
      coverage: true,
    });
  });

  test("return their files on request", () => {
    const files = "{ a.xml: <A>é</A>, b.tga: { hex: 00 FF, size: 5 } }";
    const rulesWithFiles = [{ path: "rules.yaml", text: text.replaceAll("{ a.xml: <A>4</A> }", files) }];
    const [first] = engine.test({ rules: rulesWithFiles, withFiles: true }).tests;
    expect(first?.files).toEqual([
      { path: "a.xml", text: "<A>é</A>", size: 9 },
      { path: "b.tga", hex: "00ff", size: 5 },
    ]);
    expect(engine.test({ rules: rulesWithFiles }).tests[0]).not.toHaveProperty("files");
  });

  test("pass on errors that `read` throws", () => {
    const read = () => {
      throw new Error("no network");
    };
    expect(() => engine.test({ rules: [{ path: "a.yaml", text: "extends: [b.yaml]\n" }], read })).toThrow("no network");
  });
});
