import { expect, test } from "vitest";
import { CONFIG } from "../export/command.ts";
import { describeIneffective, ineffectiveIn } from "./ineffective.ts";

const CASES: [what: string, files: Record<string, string>, isProject: boolean, told: string[]][] = [
  ["other files", { "a.xml": "", "x.gitignore": "", "in/assay.yaml": "" }, false, []],
  ["the configuration", { "assay.yaml": CONFIG }, false, ["assay.yaml, imported"]],
  [
    "what leaves files out, anywhere",
    { ".gitignore": "", "a/.assayignore": "" },
    false,
    [".gitignore, imported", "a/.assayignore, imported"],
  ],
  [
    "what lies beside the folders of a project",
    { "assay.yml": "", "assets/.gitignore": "", "rules/.gitignore": "" },
    true,
    ["assay.yml", "assets/.gitignore, imported"],
  ],
  ["a project that was taken away from the page", { "assay.yaml": CONFIG, "assets/.gitignore": "" }, true, []],
];

test.each(CASES)("of %s", async (_what, files, isProject, told) => {
  const found = await ineffectiveIn(new Map(Object.entries(files)), isProject);
  expect(found.map(({ path, imported }) => path + (imported ? ", imported" : ""))).toEqual(told);
});

test.each([
  [[], ""],
  [["a"], " Whatever `a` says, here every file is checked, by the rules on this page."],
  [["a", "b", "c"], " Whatever `a`, `b` and `c` say, here every file is checked, by the rules on this page."],
])("of %j is said%s", (names, text) => expect(describeIneffective(names)).toBe(text));
