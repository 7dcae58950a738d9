import { createEngine } from "assay";
import { describe, expect, test } from "vitest";
import { type NewTest, withTest } from "./add-test.ts";
import type { TestFile } from "./test-files.ts";

const TEST: NewTest = {
  name: "as found",
  files: new Map([["a.xml", "<A>\n  <B>x</B>\n</A>\n"]]),
  expect: [{ rule: "r", path: "a.xml", line: 2, value: "x" }],
};
const BLOCK = `  - name: as found
    files:
      a.xml: |
        <A>
          <B>x</B>
        </A>
    expect:
      - rule: r
        path: a.xml
        line: 2
        value: "x"
`;
const FLOW = `    {"name": "as found", "files": {"a.xml": "<A>\\n  <B>x</B>\\n</A>\\n"}, "expect": [{"rule": "r", "path": "a.xml", "line": 2, "value": "x"}]}`;

const CASES: readonly (readonly [claim: string, before: string, after: string | undefined])[] = [
  ["no tests", "rules:\n  - name: r # why\n", `rules:\n  - name: r # why\n\ntests:\n${BLOCK}`],
  ["no line end", "rules: [{name: r}]", `rules: [{name: r}]\n\ntests:\n${BLOCK}`],
  ["an empty list", "rules: []\ntests: [] # none\n", `rules: []\ntests: \n${BLOCK.trimEnd()} # none\n`],
  ["nothing after `tests:`", "tests:\nrules: []\n", `tests:\n${BLOCK}rules: []\n`],
  [
    "tests in the middle, and comments around",
    "# c\ntests:\n  - name: t # x\n    expect: []\n\n# z\nrules: []\n",
    `# c\ntests:\n  - name: t # x\n    expect: []\n${BLOCK}\n# z\nrules: []\n`,
  ],
  [
    "tests without indentation",
    "rules: []\ntests:\n- name: t\n",
    `rules: []\ntests:\n- name: t\n${BLOCK.replace(/^ {2}/gm, "")}`,
  ],
  ["other line ends", "rules: []\r\n", `rules: []\r\n\r\ntests:\r\n${BLOCK.replaceAll("\n", "\r\n")}`],
  ["a byte order mark", "\ufeffrules:\n- name: r\n", `\ufeffrules:\n- name: r\n\ntests:\n${BLOCK}`],
  ["only `extends`", "extends: [r.yaml]\n", `extends: [r.yaml]\n\ntests:\n${BLOCK}`],
  ["JSON", '{"rules": []}', `{"rules": [],\n  "tests": [\n${FLOW}\n  ]}`],
  ["JSON with tests", '{"rules": [], "tests": [{"name": "t"}]}', `{"rules": [], "tests": [{"name": "t"},\n${FLOW}]}`],
  ["a mapping from names to rules", "r:\n  rpath: x\n", `r:\n  rpath: x\n\ntests:\n${BLOCK}`],
  [
    "a mapping from names to rules below `rules:`",
    "rules:\n  r:\n    rpath: x\n",
    `rules:\n  r:\n    rpath: x\n\ntests:\n${BLOCK}`,
  ],
  [
    "a mapping from names to rules in JSON",
    '{"r": {"rpath": "x"}}',
    `{"r": {"rpath": "x"},\n  "tests": [\n${FLOW}\n  ]}`,
  ],
  ["a list of rules", "# c\n- name: r\n", undefined],
  ["a list of rules in JSON", '[{"name": "r"}]', undefined],
  ["the fields of a single rule", "name: r\nrpath: x\n", undefined],
  ["collections only", "collections:\n  a: {file: b}\n", undefined],
  ["two documents", "rules: []\n---\nrules: []\n", undefined],
  ["a plain string", "hello\n", undefined],
];

describe("a test is added to a file with", () => {
  test.each(CASES)("%s", (_claim, before, after) => {
    expect(withTest(before, TEST)).toBe(after);
  });
});

const BYTES = { bytes: Uint8Array.of(0, 137, 255), size: 5 };

test.each([
  [
    "rules: []\n",
    '      b.png: {"hex": "00 89 ff", "size": 5}\n',
    "      - problem: xml-unclosed\n        path: a.xml\n",
  ],
  ['{"rules": []}', '"b.png": {"hex": "00 89 ff", "size": 5}', '{"problem": "xml-unclosed", "path": "a.xml"}]'],
])("bytes and problems are written into a test of %j", (before, file, problem) => {
  const files = new Map<string, TestFile>([...TEST.files, ["b.png", BYTES]]);
  const text = withTest(before, { ...TEST, files, problems: [{ problem: "xml-unclosed", path: "a.xml" }] });
  expect(text).toContain(file);
  expect(text).toContain(problem);
});

test.each(["\n", "\r\n", "\ntests:\n- name: a\n  files: {}\n  expect: []\n"])(
  "many bytes are written on several lines after %j, and read back unchanged",
  async (after) => {
    const before = `rules: [{name: r, rpath: png$, xpath: "{file.size}", condition: ["<=", 1]}]${after}`;
    const bytes = Uint8Array.from({ length: 70 }, (_, at) => at * 3);
    const files = new Map<string, TestFile>([["b.png", { bytes, size: 100 }]]);
    const text = withTest(before, { ...TEST, files }) ?? "";
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(120);
    const engine = await createEngine();
    const { tests, problems } = await engine.test({ rules: [{ path: "r.yaml", text }], withFiles: true });
    expect(problems).toEqual([]);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    expect(tests.at(-1)?.files).toContainEqual({ path: "b.png", hex, size: 100 });
  },
);

/** Strings that a simple YAML block would change. */
const HARD = [
  "",
  "one line",
  "a\n",
  "a\n\n",
  "  a\n b\n",
  "a\r\nb\r\n",
  "\ufeffa\n",
  "a\n  \nb \n",
  "a\n\n\tb: # c\n",
  "é😀\u2028\u0085'\"\\\n",
  "# a\n---\n...\n- b\n",
];

test.each(HARD)("the engine reads %j unchanged", async (content) => {
  const engine = await createEngine();
  for (const before of ["rules:\n  - R\n", "rules:\r\n  - R\r\n", '{"rules": [R]}', "r: R\n", '{"r": R}']) {
    const rule = `{"name": "r", "rpath": "txt$", "xpath": "{file.size}", "condition": [">", 999999]}`;
    const size = new TextEncoder().encode(content).length;
    const added = {
      name: "t",
      files: new Map([["a.txt", content]]),
      expect: [{ rule: "r", path: "a.txt", value: size }],
    };
    const text = withTest(before.replace("R", rule), added as unknown as NewTest) ?? "";
    const { tests, problems } = await engine.test({ rules: [{ path: "r.yaml", text }] });
    expect([problems, tests.map(({ state, unexpected, missing }) => ({ state, unexpected, missing }))]).toEqual([
      [],
      [{ state: "pass", unexpected: [], missing: [] }],
    ]);
  }
});
