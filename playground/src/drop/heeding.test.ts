import { expect, test } from "vitest";
import { CONFIG } from "../takeaway/command.ts";
import { saidOfUnheeded, unheededIn } from "./heeding.ts";

const CASES: [what: string, files: Record<string, string>, isProject: boolean, told: string[]][] = [
  ["other files", { "a.xml": "", "x.gitignore": "", "in/assay.yaml": "" }, false, []],
  ["the configuration", { "assay.yaml": CONFIG }, false, ["assay.yaml, taken"]],
  [
    "what leaves files out, anywhere",
    { ".gitignore": "", "a/.assayignore": "" },
    false,
    [".gitignore, taken", "a/.assayignore, taken"],
  ],
  [
    "what lies beside the folders of a project",
    { "assay.yml": "", "assets/.gitignore": "", "rules/.gitignore": "" },
    true,
    ["assay.yml", "assets/.gitignore, taken"],
  ],
  ["a project that was taken away from the page", { "assay.yaml": CONFIG, "assets/.gitignore": "" }, true, []],
];

test.each(CASES)("of %s", async (_what, files, isProject, told) => {
  const found = await unheededIn(new Map(Object.entries(files)), isProject);
  expect(found.map(({ path, taken }) => path + (taken ? ", taken" : ""))).toEqual(told);
});

test.each([
  [[], ""],
  [["a"], " Whatever `a` says, here every file is checked, by the rules on this page."],
  [["a", "b", "c"], " Whatever `a`, `b` and `c` say, here every file is checked, by the rules on this page."],
])("of %j is said%s", (names, text) => expect(saidOfUnheeded(names)).toBe(text));
