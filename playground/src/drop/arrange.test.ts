import { describe, expect, test } from "vitest";
import type { Side } from "../project.ts";
import { arrange } from "./arrange.ts";
import { listPicked } from "./listing.ts";

/** Returns a file as a browser provides it. For a file in a folder, it contains the path. */
function file(path: string, content = ""): File {
  const created = new File([content], path.slice(path.lastIndexOf("/") + 1));
  Object.defineProperty(created, "webkitRelativePath", { value: path.includes("/") ? path : "" });
  return created;
}

/** Returns the arranged files and the notes. The content of a zip is a list of paths. */
async function arranged(paths: readonly (string | File)[], side: Side = "files") {
  const listing = listPicked(paths.map((path) => (typeof path === "string" ? file(path) : path)));
  const { files, skipped, whole } = await arrange(listing, side, async (zip) => {
    const inside = (await zip.text()).split(" ");
    if (inside.includes("metadata.json")) {
      return undefined;
    }
    if (inside[0] === "damaged") {
      throw new Error("it is damaged");
    }
    return { files: inside.map((path) => [path, new Blob()]), skipped: [] };
  });
  const to = (paths?: ReadonlyMap<string, unknown>) => (paths === undefined ? undefined : [...paths.keys()]);
  return { rules: to(files.rules), files: to(files.files), skipped: skipped.map(({ path }) => path), whole };
}

test("names of skipped files are not in the description of the drop", async () => {
  const listing = { found: [], skipped: [{ path: "a.xml", reason: "it is gone" }], folders: [] };
  const { label, skipped } = await arrange(listing, "files", () => Promise.reject());
  expect([label, skipped.length]).toEqual(["what was dropped", 1]);
});

describe("paths", () => {
  const CASES: readonly (readonly [claim: string, given: (string | File)[], files: string[]])[] = [
    ["of files are their names", ["a.xml", "b.xml"], ["a.xml", "b.xml"]],
    ["of one folder begin inside of it", ["top/a.xml", "top/in/b.xml"], ["a.xml", "in/b.xml"]],
    ["of two folders begin with their names", ["one/a.xml", "two/a.xml"], ["one/a.xml", "two/a.xml"]],
    ["of a folder and a file keep its name", ["one/a.xml", "b.xml"], ["one/a.xml", "b.xml"]],
    ["of a zip are those in it", [file("z.zip", "a.xml in/b.xml")], ["a.xml", "in/b.xml"]],
    ["of one folder in a zip begin inside of it", [file("z.zip", "top/a.xml top/in/b.xml")], ["a.xml", "in/b.xml"]],
    ["of a folder and a file in a zip are those in it", [file("z.zip", "top/a.xml b")], ["top/a.xml", "b"]],
    ["of two zips begin with their names", [file("y.zip", "t/a"), file("z.zip", "a")], ["y/t/a", "z/a"]],
    ["of a package are its own name", [file("p.zip", "metadata.json a")], ["p.zip"]],
  ];
  test.each(CASES)("%s", async (_, given, files) => {
    expect((await arranged(given)).files).toEqual(files);
  });
});

test("reports the folder that paths begin inside, for a folder and a zip, but not for a project", async () => {
  const inside = async (given: File[], members: string[]) => {
    const open = async () => ({ files: members.map((path): [string, Blob] => [path, new Blob()]), skipped: [] });
    return (await arrange(listPicked(given), "files", open)).inside;
  };
  expect(await inside([file("top/a.xml")], [])).toBe("top");
  expect(await inside([file("z.zip")], ["top/a.xml", "top/in/b.xml"])).toBe("top");
  expect(await inside([file("z.zip")], ["top/rules/a.yaml", "top/assets/b.xml"])).toBeUndefined();
  expect(await inside([file("z.zip")], ["a.xml"])).toBeUndefined();
  expect(await inside([file("y.zip"), file("z.zip")], ["top/a.xml"])).toBeUndefined();
});

describe("notes", () => {
  test("a zip in a folder stays a file", async () => {
    expect(await arranged(["top/z.zip", "top/a"])).toMatchObject({ files: ["z.zip", "a"], skipped: [] });
  });

  test("only the damaged zip is skipped", async () => {
    const given = [file("bad.zip", "damaged"), file("good.zip", "a")];
    expect(await arranged(given)).toMatchObject({ files: ["good/a"], skipped: ["bad.zip"] });
  });

  test("only the first of conflicting files is imported", async () => {
    const given = [file("z.zip", "a a/b c/d c")];
    expect(await arranged(given)).toMatchObject({ files: ["a", "c/d"], skipped: ["a/b", "c"] });
  });

  test("names that differ in letter case are both imported", async () => {
    expect(await arranged(["a.xml", "A.xml"])).toMatchObject({ files: ["a.xml", "A.xml"], skipped: ["A.xml"] });
  });

  test("files of Git are reported once", async () => {
    expect(await arranged(["top/.git/a", "top/.git/b/c", "top/d"])).toMatchObject({
      files: ["d"],
      skipped: ["top/.git"],
    });
  });
});

test("files dropped on the rules that are not rules are checked, except those of a folder", async () => {
  const given = [
    file("r.yaml", "- name: a"),
    file("names.lst", "a"),
    file("a.xml", "\ufeff\n<A/>"),
    file("b.gltf", "{}"),
    file("c.png", "\x89PNG\0"),
    file("p.zip", "metadata.json a"),
  ];
  expect(await arranged(given, "rules")).toMatchObject({
    rules: ["r.yaml", "names.lst"],
    files: ["a.xml", "b.gltf", "c.png", "p.zip"],
  });
  expect(await arranged([file("top/r.yaml"), file("top/a.xml", "<A/>")], "rules")).toMatchObject({
    rules: ["r.yaml", "a.xml"],
    files: undefined,
  });
});

describe("a project", () => {
  test("is imported into both groups, wherever it is dropped", async () => {
    const given = ["p/README.md", "p/rules/a.yaml", "p/rules/lib/b.rhai", "p/assets/c.xml"];
    for (const side of ["rules", "files"] as const) {
      expect(await arranged(given, side)).toMatchObject({ rules: ["a.yaml", "lib/b.rhai"], files: ["c.xml"] });
    }
  });

  test.each([
    ["without rules", ["p/rules/a.txt", "p/assets/c.xml"]],
    ["without assets", ["p/rules/a.yaml", "p/c.xml"]],
    ["with other folders", ["p/rules/a.yaml", "p/assets/c.xml", "p/src/d"]],
  ])("%s is not a project", async (_, given) => {
    expect((await arranged(given)).rules).toBeUndefined();
  });

  test("a drop of files adds them, any other drop replaces the existing files", async () => {
    expect((await arranged(["a.xml"])).whole).toBe(false);
    expect((await arranged(["top/a.xml"])).whole).toBe(true);
    expect((await arranged([file("z.zip", "a")])).whole).toBe(true);
    expect((await arranged([file("p.zip", "metadata.json")])).whole).toBe(false);
  });
});
