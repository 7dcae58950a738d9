import { expect, test } from "vitest";
import { EMPTY } from "../project.ts";
import { withIncoming } from "./incoming.ts";

const RULES = new Map([["r.yaml", "- { name: a, rpath: 'c\\.xml$' }\n- { name: off, enabled: false, rpath: b }\n"]]);
const FILES = new Map(["a.xml", "b.xml", "c.xml", "d/e.xml"].map((path) => [path, ""]));
const NOTHING = {
  tabs: { rules: [], files: [] },
  active: { rules: undefined, files: undefined },
};

test.each([
  ["that an existing rule looks at", { ...EMPTY, rules: RULES }, { files: FILES }, "c.xml"],
  ["that an imported rule looks at", EMPTY, { rules: RULES, files: FILES }, "c.xml"],
  ["of all if there is no rule", EMPTY, { files: FILES }, "d/e.xml"],
  ["that is not hidden", EMPTY, { files: new Map([[".git/a.xml", ""], [".b", ""], ...FILES]) }, "d/e.xml"],
])("an import opens the first file %s", (_, project, files, first) => {
  expect(withIncoming({ project, ...NOTHING }, files, true).shared.active.files).toBe(first);
});

test.each([
  ["an empty one", { "rules.yaml": "" }, RULES, ["r.yaml"]],
  ["no file with a comment", { "rules.yaml": "#\n" }, RULES, ["rules.yaml", "r.yaml"]],
  [
    "no empty one, if only a list of names is imported",
    { "rules.yaml": "" },
    new Map([["names.txt", "a"]]),
    ["rules.yaml", "names.txt"],
  ],
  ["no rule file, if the imported one is empty", {}, new Map([["r.yaml", ""]]), ["r.yaml"]],
])("an imported rule file replaces %s", (_, before, rules, after) => {
  const project = { ...EMPTY, rules: new Map(Object.entries(before)) };
  const { shared, replaced } = withIncoming({ project, ...NOTHING }, { rules }, false);
  expect([...shared.project.rules.keys()]).toEqual(after);
  expect(replaced, "an empty file does not count as replaced").toBe(0);
});
