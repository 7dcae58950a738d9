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
  ["that a rule looks at, which came before", { ...EMPTY, rules: RULES }, { files: FILES }, "c.xml"],
  ["that a rule looks at, which comes along", EMPTY, { rules: RULES, files: FILES }, "c.xml"],
  ["of all where there is no rule", EMPTY, { files: FILES }, "d/e.xml"],
  ["that is not hidden", EMPTY, { files: new Map([[".git/a.xml", ""], [".b", ""], ...FILES]) }, "d/e.xml"],
])("the file to see of a whole is the first %s", (_, project, files, first) => {
  expect(withIncoming({ project, ...NOTHING }, files, true).shared.active.files).toBe(first);
});

test.each([
  ["that is empty", { "rules.yaml": "" }, RULES, ["r.yaml"]],
  ["in which something is written", { "rules.yaml": "#\n" }, RULES, ["rules.yaml", "r.yaml"]],
  [
    "that is empty, not to a list of names",
    { "rules.yaml": "" },
    new Map([["names.txt", "a"]]),
    ["rules.yaml", "names.txt"],
  ],
  ["that is empty and comes in, not at all", {}, new Map([["r.yaml", ""]]), ["r.yaml"]],
])("a rule file gives way to another one: one %s", (_, before, rules, after) => {
  const project = { ...EMPTY, rules: new Map(Object.entries(before)) };
  const { shared, replaced } = withIncoming({ project, ...NOTHING }, { rules }, false);
  expect([...shared.project.rules.keys()]).toEqual(after);
  expect(replaced, "it was not there for anybody").toBe(0);
});
