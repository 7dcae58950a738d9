import { createEngine } from "assay";
import { expect, test } from "vitest";
import { type NewRule, withRule } from "./new-rule.ts";
import { patternFor } from "./pattern.ts";

const RULE: NewRule = { name: "new-rule", rpath: "\\.xml$", xpath: "*/I.N==`it's`,V", condition: "Exist" };
const ITEM = `- name: new-rule
  rpath: '\\.xml$'
  xpath: '*/I.N==\`it''s\`,V'
  condition: [Exist]
`;
const ENTRY = ITEM.replace("- name: new-rule", "new-rule:");
const FLOW = `  {"name": "new-rule", "rpath": "\\\\.xml$", "xpath": "*/I.N==\`it's\`,V", "condition": ["Exist"]}`;
const R = "name: r\n  rpath: x\n  xpath: A\n  condition: [Exist]\n";
const inner = (text: string) => text.replace(/^(?=.)/gm, "  ");

const CASES: readonly (readonly [claim: string, before: string, after: string])[] = [
  ["nothing", "", `rules:\n${inner(ITEM)}`],
  ["comments only", "# c\n\n# d", `# c\n\n# d\nrules:\n${inner(ITEM)}`],
  ["a list of rules", `# c\n- ${R}# d\n`, `# c\n- ${R}\n${ITEM}# d\n`],
  [
    "`rules:`",
    `rules:\n  - ${inner(R).trim()}\n\ntests: []\n`,
    `rules:\n  - ${inner(R).trim()}\n\n${inner(ITEM)}\ntests: []\n`,
  ],
  ["`rules:` without indentation", `rules:\n- ${R}tests: []\n`, `rules:\n- ${R}\n${ITEM}tests: []\n`],
  ["nothing after `rules:`", "rules:\ntests: []\n", `rules:\n${inner(ITEM)}tests: []\n`],
  ["an empty list", "rules: [] # c\n", `rules: \n${inner(ITEM).trimEnd()} # c\n`],
  ["other line ends", `- ${R}`.replaceAll("\n", "\r\n"), `- ${R}\n${ITEM}`.replaceAll("\n", "\r\n")],
  ["a byte order mark", `\ufeff- ${R}`, `\ufeff- ${R}\n${ITEM}`],
  ["a mapping from names to rules", `r:\n${R.replace(/.*\n/, "")}`, `r:\n${R.replace(/.*\n/, "")}\n${ENTRY}`],
  [
    "a mapping from names below `rules:`",
    `rules:\n  r:\n${inner(R.replace(/.*\n/, ""))}`,
    `rules:\n  r:\n${inner(R.replace(/.*\n/, ""))}\n${inner(ENTRY)}`,
  ],
  ["JSON", '{"rules": []}', `{"rules": [\n${FLOW}\n]}`],
  [
    "JSON with rules",
    '[{"name": "r", "rpath": "x", "xpath": "A", "condition": ["Exist"]}]',
    `[{"name": "r", "rpath": "x", "xpath": "A", "condition": ["Exist"]},\n${FLOW}]`,
  ],
];

test.each(CASES)("a rule is added to a file with %s, and the engine accepts it", async (_claim, before, after) => {
  const text = withRule(before, RULE);
  expect(text).toBe(after);
  const engine = await createEngine();
  const checker = engine.checker({ rules: [{ path: "r.yaml", text: after }] });
  const report = await checker.check({ paths: () => [], read: () => null });
  expect(report.problems).toEqual([]);
  expect(report.stats.rules.map(({ name }) => name)).toContain("new-rule");
});

test.each(["name: r\nrpath: x\nxpath: A\n", "rules: []\n---\nrules: []\n", "hello\n", '{"r": {"rpath": "x"}}'])(
  "adds no rule to other files: %j",
  (text) => {
    expect(withRule(text, RULE)).toBeUndefined();
  },
);

test.each([
  ["a/b.material", "\\.material$"],
  ["a.b/README", "README$"],
  ["x.tar.gz", "\\.gz$"],
  ["a/b.c++", "\\.c\\+\\+$"],
])("the pattern for files like %s is %s", (path, pattern) => {
  expect(patternFor(path)).toBe(pattern);
});
