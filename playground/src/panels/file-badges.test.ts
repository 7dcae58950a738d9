import { describe, expect, test } from "vitest";
import type { Finding, TestReport } from "../engine.ts";
import type { Remark } from "../place.ts";
import type { Side } from "../project.ts";
import { summarizeFaults } from "../systems/faults.ts";
import { badgesOf } from "./file-badges.ts";

function remark(weight: Remark["weight"], side: Side, path: string | undefined, elsewhere?: string): Remark {
  const source = weight === "problem" ? "problem" : "finding";
  const place = { side, path: elsewhere ?? "", start: 0, end: 1, line: 1, column: 1 };
  const related = elsewhere === undefined ? [] : [{ message: "here", place }];
  const nothing = {
    rule: undefined,
    place: undefined,
    help: undefined,
    suggestion: undefined,
    excerpt: undefined,
    affected: [],
    item: {} as Finding,
  };
  return { weight, source, message: "", side, path, related, ...nothing };
}

const REMARKS = [
  remark("warning", "files", "a/b/c.xml"),
  remark("error", "files", "a/b/c.xml", "a/b/other.xml"),
  remark("error", "files", "a/d.xml"),
  remark("problem", "rules", "r.yaml", "lib/l.yaml"),
  remark("problem", "rules", "r.yaml", "r.yaml"),
  remark("hint", "rules", undefined),
];
const TESTS = [
  { path: "r.yaml", state: "fail" },
  { path: "r.yaml", state: "pass" },
  { path: "lib/l.yaml", state: "error" },
] as TestReport["tests"];

const titles = (side: Side) => [...badgesOf(REMARKS, TESTS, side)].map(([path, { title }]) => `${path}: ${title}`);

describe("a badge", () => {
  test("belongs to a file and to the folders above it, with or without a place", () => {
    expect(titles("files")).toEqual([
      "a/b/c.xml: 1 error, 1 warning",
      "a/d.xml: 1 error",
      "a: 2 errors, 1 warning",
      "a/b: 1 error, 1 warning",
    ]);
  });

  test("belongs to each file in which a problem is underlined, and counts tests that do not pass", () => {
    expect(titles("rules")).toEqual([
      "r.yaml: 2 problems; 1 test fails",
      "lib/l.yaml: 1 problem; 1 test fails",
      "lib: 1 problem; 1 test fails",
    ]);
  });

  test("for the inside of an archive is that of the archive, too", () => {
    const inside = [remark("error", "files", "in/a.zip!/b.xml")];
    expect([...badgesOf(inside, [], "files").keys()]).toEqual(["in/a.zip!/b.xml", "in", "in/a.zip!", "in/a.zip"]);
  });

  test("has the number of remarks of each weight, most severe first", () => {
    const byWeight = [
      { weight: "error", count: 2 },
      { weight: "warning", count: 1 },
    ];
    expect(badgesOf(REMARKS, [], "files").get("a")).toMatchObject({ byWeight, failing: 0 });
  });

  test("belongs to each file on which a script stopped, and to those with faults of a system", () => {
    const stopped = [{ ...remark("problem", "rules", "r.yaml"), affected: ["a.xml", "b.xml"] }];
    const systems = summarizeFaults({ id: "packages", title: "Packages" }, [
      { weight: "error", path: "p.zip!/b.xml" },
      { weight: "hint", path: undefined },
    ]);
    const badges = [...badgesOf(stopped, [], "files", systems)].map(([path, { title }]) => `${path}: ${title}`);
    expect(badges).toEqual([
      "p.zip!/b.xml: 1 error",
      "a.xml: 1 problem",
      "b.xml: 1 problem",
      "p.zip!: 1 error",
      "p.zip: 1 error",
    ]);
    expect([...badgesOf(stopped, [], "rules", systems).keys()]).toEqual(["r.yaml"]);
  });
});
