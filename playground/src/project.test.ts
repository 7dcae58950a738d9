import { describe, expect, test } from "vitest";
import {
  EMPTY,
  faultOf,
  fileOf,
  firstInWay,
  firstOf,
  freePath,
  isAtOrIn,
  isRuleFile,
  memberAt,
  originOf,
  type Project,
  put,
  remove,
  rename,
  restored,
  tidy,
  withFiles,
} from "./project.ts";

const PROJECT: Project = {
  rules: new Map([["rules.yaml", ""]]),
  files: new Map([
    ["a/one.xml", "1"],
    ["a/two.xml", "2"],
    ["ab.xml", "3"],
  ]),
};

const paths = ({ files }: Project) => [...files.keys()];
const file = (path: string) => ({ side: "files" as const, path });

describe("an archive", () => {
  const [zip, text] = [new Blob(["zip"]), "not one"];
  const folder = new Map<string, string | Blob>([
    ["in/a.ZIP", zip],
    ["b.zip", text],
    ["c!/d.zip", zip],
    ["a.zip!/own.xml", text],
  ]);

  test.each([
    ["in/a.ZIP!/b/c.xml", "in/a.ZIP", "b/c.xml"],
    ["in/a.ZIP!/inner.zip!/c.xml", "in/a.ZIP", "inner.zip!/c.xml"],
    ["c!/d.zip!/e", "c!/d.zip", "e"],
    ["b.zip!/e", undefined, undefined],
    ["missing.zip!/e", undefined, undefined],
    ["in/a.ZIP", undefined, undefined],
  ])("is found for %s, if it contains the file", (path, archive, member) => {
    const found = memberAt(folder, path);
    expect([found?.archive, found?.member]).toEqual([archive, member]);
  });

  test.each([
    ["in/a.ZIP!/b/c.xml", "in/a.ZIP"],
    ["in/a.ZIP!/inner.zip!/c.xml", "in/a.ZIP"],
    ["in/a.zip", "in/a.zip"],
    ["b!/c.xml", "b!/c.xml"],
  ])("contains %s, or the file itself exists", (path, expected) => {
    expect(fileOf(path)).toBe(expected);
  });

  test.each([
    ["in/a.ZIP!/b", zip],
    ["a.zip!/own.xml", text],
    ["missing.xml", undefined],
  ])("is the origin of %s, unless there is a file of this name", (path, expected) => {
    expect(originOf(folder, path)).toBe(expected);
  });

  test("moves its members with it, like a folder", () => {
    const tabs = ["a.zip", "a.zip!/b", "a.zip/b", "a.zipped", "a!/b"];
    expect(tabs.map((tab) => isAtOrIn(tab, "a.zip"))).toEqual([true, true, true, false, false]);
    expect(isAtOrIn("a!/b", "a")).toBe(false);
  });
});

describe("a project", () => {
  test("does not change if a file is added to a copy", () => {
    const more = put(EMPTY, file("x"), "y");
    expect([paths(EMPTY), paths(more)]).toEqual([[], ["x"]]);
  });

  test("loses a file, or a folder with its content, and nothing with the same prefix", () => {
    expect(paths(remove(PROJECT, file("a/one.xml")))).toEqual(["a/two.xml", "ab.xml"]);
    expect(paths(remove(PROJECT, file("a")))).toEqual(["ab.xml"]);
  });

  test("restores lost files at their positions, and keeps later changes", () => {
    const changed = put(remove(PROJECT, file("a")), file("ab.xml"), "new");
    const { files } = put(changed, file("z.xml"), "5");
    expect([...restored(files, PROJECT.files, "a")]).toEqual([
      ["a/one.xml", "1"],
      ["a/two.xml", "2"],
      ["ab.xml", "new"],
      ["z.xml", "5"],
    ]);
  });

  test.each([
    [["a/three.xml", "c.xml"], undefined],
    [["c.xml", "ab.xml"], "ab.xml"],
    [["a"], "a"],
    [["ab.xml/in.xml"], "ab.xml"],
  ])("has, for new files at %j, the conflicting path %s", (paths, inWay) =>
    expect(firstInWay(PROJECT.files, paths)).toBe(inWay),
  );

  test("moves a file, or a folder with its content", () => {
    expect(paths(rename(PROJECT, file("ab.xml"), "c/d.xml"))).toEqual(["a/one.xml", "a/two.xml", "c/d.xml"]);
    expect(paths(rename(PROJECT, file("a"), "b"))).toEqual(["b/one.xml", "b/two.xml", "ab.xml"]);
  });
});

describe("a path", () => {
  const FAULTS: readonly [string, string | undefined, string | undefined][] = [
    ["c.xml", undefined, undefined],
    ["", undefined, "a file needs a name"],
    ["a/../b", undefined, "`.` and `..` cannot be parts of a path"],
    ["ab.xml", undefined, "the file `ab.xml` exists already"],
    ["ab.xml", "ab.xml", undefined],
    ["a", undefined, "the file `a/one.xml` exists already: a path cannot be both a file and a folder"],
    ["ab.xml/c", undefined, "the file `ab.xml` exists already: a path cannot be both a file and a folder"],
    ["a", "a", undefined],
    ["x".repeat(2000), undefined, "the path is longer than 1024 characters"],
  ];
  test.each(FAULTS)("%.20s in place of %s: %s", (path, but, fault) => {
    expect(faultOf(PROJECT.files, path, but)).toBe(fault);
  });

  test.each([
    [" a\\b//c/ ", "a/b/c"],
    ["/a", "a"],
  ])("is normalised: %j", (typed, path) => {
    expect(tidy(typed)).toBe(path);
  });

  test.each([
    ["new.xml", "new.xml"],
    ["ab.xml", "ab-2.xml"],
    ["a", "a-2"],
  ])("that is unused is derived from %s", (requested, path) => {
    expect(freePath(PROJECT.files, requested)).toBe(path);
  });

  test.each([
    ["rules.yaml", true],
    ["RULES.YML", true],
    ["rules.json", true],
    ["lib/a.rhai", false],
    ["names.txt", false],
  ])("of a rule file has its extension: %s", (path, is) => {
    expect(isRuleFile(path)).toBe(is);
  });
});

describe("added files", () => {
  test.each([
    ["join existing files", ["c"], ["a/b", "d", "c"]],
    ["replace files of the same path", ["d"], ["a/b", "d"]],
    ["replace a folder that is in the way", ["a"], ["d", "a"]],
    ["replace a file that is in the way", ["d/e"], ["a/b", "d/e"]],
  ])("%s", (_, others, after) => {
    const folder = new Map(["a/b", "d"].map((path) => [path, ""]));
    expect([...withFiles(folder, new Map(others.map((path) => [path, "new"]))).keys()]).toEqual(after);
  });
});

test.each([
  [["b.xml", "a.xml"], "a.xml"],
  [["a.xml", "z/a10.xml", "z/a2.xml", "z/y/b.xml"], "z/y/b.xml"],
  [["z/a10.xml", "z/a2.xml"], "z/a2.xml"],
  [[], undefined],
])("the first of %j is %s, as the tree lists them", (paths, first) => {
  expect(firstOf(paths)).toBe(first);
});
