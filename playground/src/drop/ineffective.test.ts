import { expect, test } from "vitest";
import { CONFIG } from "../export/command.ts";
import { describeIneffective, ineffectiveIn } from "./ineffective.ts";

const CASES: [what: string, files: Record<string, string>, isProject: boolean, names: string[]][] = [
  ["other files", { "a.xml": "", "x.gitignore": "", "in/assay.yaml": "" }, false, []],
  ["the configuration", { "assay.yaml": CONFIG }, false, ["assay.yaml, imported"]],
  [
    "ignore files, anywhere",
    { ".gitignore": "", "a/.assayignore": "" },
    false,
    [".gitignore, imported", "a/.assayignore, imported"],
  ],
  [
    "files next to the folders of a project",
    { "assay.yml": "", "assets/.gitignore": "", "rules/.gitignore": "" },
    true,
    ["assay.yml", "assets/.gitignore, imported"],
  ],
  ["a project that was exported from the page", { "assay.yaml": CONFIG, "assets/.gitignore": "" }, true, []],
];

test.each(CASES)("finds the ineffective files among %s", async (_what, files, isProject, expected) => {
  const found = await ineffectiveIn(new Map(Object.entries(files)), isProject);
  expect(found.map(({ path, imported }) => path + (imported ? ", imported" : ""))).toEqual(expected);
});

test.each([
  [[], ""],
  [["a"], " `a` has no effect here: this page checks every file with the rules on the page."],
  [["a", "b", "c"], " `a`, `b` and `c` have no effect here: this page checks every file with the rules on the page."],
])("describes the ineffective files %j: %s", (names, text) => expect(describeIneffective(names)).toBe(text));
