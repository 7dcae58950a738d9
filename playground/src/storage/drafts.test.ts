import { expect, test } from "vitest";
import { draftOf, nameFor, type OpenProject } from "./drafts.ts";

function sharing(files: ReadonlyMap<string, string | Blob>): OpenProject {
  const [open] = files.keys();
  return {
    project: { rules: new Map([["rules.yaml", "[]"]]), files },
    tabs: { rules: ["rules.yaml"], files: open === undefined ? [] : [open] },
    active: { rules: "rules.yaml", files: open },
    id: "a",
    name: "A",
    changed: true,
    preview: false,
  };
}

const MANY = new Map(Array.from({ length: 2_000 }, (_, count) => [`${count}.xml`, ""]));

test.each([
  ["a small project", new Map([["a.xml", "<A/>"]]), 1, 0],
  ["nothing of a long file", new Map([["a.xml", "x".repeat(9_000_000)]]), 0, 1],
  ["nothing of many files", MANY, 0, 2_000],
])("a draft contains %s, and its open files", (_, files, kept, left) => {
  const draft = draftOf(sharing(files));
  const { project, tabs, active } = draft;
  expect([project.rules.size, project.files.size, draft.left]).toEqual([1, kept, left]);
  expect([tabs.rules.length, tabs.files.length, active.files === undefined]).toEqual([1, kept, kept === 0]);
});

test.each([
  [
    "its first rule and its first file",
    { "r.yaml": "- name: one\n- name: two\n" },
    ["in/a.xml", "b.xml"],
    "one, a.xml",
  ],
  ["its first rule, in a later file", { "n.txt": "a", "a.yaml": "", "r.yaml": "rules:\n  two: {}\n" }, [], "two"],
  ["its first file, if no rule has a name", { "r.yaml": "[" }, ["a.xml"], "a.xml"],
  ["nothing, if it has neither", { "r.yaml": "" }, [], ""],
])("a project without a name is named after %s", (_claim, rules, files, name) => {
  const project = { rules: new Map(Object.entries(rules)), files: new Map(files.map((path) => [path, ""])) };
  expect(nameFor(project)).toBe(name);
});
