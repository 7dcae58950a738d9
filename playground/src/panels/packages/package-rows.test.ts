import { expect, test } from "vitest";
import type { PackageMember, PackagesData } from "../../engine.ts";
import { cut, diagnosticsByPackage, memberRows, packageRows } from "./package-rows.ts";

test.each([
  ["assets/props/lamp", 20, "assets/props/lamp"],
  ["assets/props/lamp/table", 12, "assets…table"],
  ["🏮🏮🏮🏮🏮", 4, "🏮🏮…🏮"],
])("%s is cut in its middle to %i letters", (text, most, expected) => {
  expect(cut(text, most)).toBe(expected);
});

function member(path: string, size = 1): PackageMember {
  return { path, size, packed: size, listed: true, hash: null, srcPath: null };
}

const PATHS = ["fine.zip", "in/bad.zip", "far.zip", "any.zip"];
const DATA: PackagesData = {
  packages: PATHS.map((path, at) => ({
    path,
    place: null,
    revision: at > 1 ? null : { assetGroupPath: "assets/a", revisionGroupPath: "model", revision: 12 },
    dependencies: [],
    members: [member("a/"), member("a/b.ma", 1_500), member("metadata.json", 9)],
  })),
  failed: [{ path: "gone.zip", message: "it is gone" }],
  graph: { packages: [], needs: [] },
};
const REPORT = {
  problems: [
    { code: "x", message: "m", path: "in/bad.zip!/metadata.json" },
    { code: "package-no-metadata", message: "the package has no `metadata.json` at its top", path: "any.zip" },
  ],
  warnings: [{ code: "y", message: "m", path: "in/bad.zip" }],
  hints: [],
};

test("packages have their state, also those that are not checked yet", () => {
  const rows = packageRows({ ...DATA, told: REPORT }, diagnosticsByPackage(REPORT, DATA.packages), "…");
  expect(rows.map(({ name, step, kind, description, holds }) => [name, step, kind, description, holds])).toEqual([
    ["assets/a", "model rev012", "passed", "no errors", "1 file, 1.5 kB"],
    ["assets/a", "model rev012", "error", "1 error, 1 warning", "1 file, 1.5 kB"],
    ["far.zip", "", "passed", "no errors", "1 file, 1.5 kB"],
    ["any.zip", "", "waiting", "not a package", "1 file, 1.5 kB"],
    ["gone.zip", "", "error", "cannot be read", "it is gone"],
  ]);
  const before = packageRows(DATA, diagnosticsByPackage(undefined, DATA.packages), "not checked");
  expect(before.map(({ kind, description }) => `${kind}: ${description}`)).toEqual([
    "waiting: not checked",
    "waiting: not checked",
    "waiting: not checked",
    "waiting: not checked",
    "error: cannot be read",
  ]);
});

test("the files of a package are its members without folders, its metadata first", () => {
  const rows = memberRows(DATA.packages[0]?.members ?? []);
  expect(rows.map(({ key }) => key)).toEqual(["metadata.json", "a/b.ma"]);
});
