import { expect, test } from "vitest";
import { draftOf, type Work } from "./drafts.ts";

function sharing(files: ReadonlyMap<string, string | Blob>): Work {
  const [open] = files.keys();
  return {
    project: { rules: new Map([["rules.yaml", "[]"]]), files },
    tabs: { rules: ["rules.yaml"], files: open === undefined ? [] : [open] },
    active: { rules: "rules.yaml", files: open },
    id: "a",
    name: "A",
    changed: true,
    beside: false,
  };
}

const MANY = new Map(Array.from({ length: 2_000 }, (_, count) => [`${count}.xml`, ""]));

test.each([
  ["a small project", new Map([["a.xml", "<A/>"]]), 1, 0],
  ["of a long file nothing", new Map([["a.xml", "x".repeat(9_000_000)]]), 0, 1],
  ["of many files nothing", MANY, 0, 2_000],
])("a draft holds %s, and is open at what it holds", (_, files, kept, left) => {
  const draft = draftOf(sharing(files));
  const { project, tabs, active } = draft;
  expect([project.rules.size, project.files.size, draft.left]).toEqual([1, kept, left]);
  expect([tabs.rules.length, tabs.files.length, active.files === undefined]).toEqual([1, kept, kept === 0]);
});
