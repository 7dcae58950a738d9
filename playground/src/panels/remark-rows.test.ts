import { describe, expect, test } from "vitest";
import type { Finding } from "../engine.ts";
import { countsOf, countsText, type Remark, type Weight } from "../place.ts";
import { remarkRows } from "./remark-rows.ts";

function remark(weight: Weight, path: string | undefined, rule: string | undefined, message: string): Remark {
  const source = weight === "problem" ? "problem" : "finding";
  const nothing = {
    place: undefined,
    help: undefined,
    suggestion: undefined,
    excerpt: undefined,
    related: [],
    affected: [],
    item: {} as Finding,
  };
  return { weight, source, message, rule, path, side: "files", ...nothing };
}

const REMARKS = [
  remark("error", "a.xml", "small", "one"),
  remark("warning", "b.xml", "small", "two"),
  remark("problem", "b.xml", "loops", "three"),
  remark("hint", undefined, undefined, "four"),
];

const none = new Set<never>();
const all = { weights: none, text: "" };
const drawn = (rows: ReturnType<typeof remarkRows>) =>
  rows.map(({ title, level, count, remark }) => {
    return remark === undefined ? `${title} ${count}` : `${level === 1 ? `${title}:` : " "} ${remark.message}`;
  });

describe("remarks", () => {
  test("are below their files, or next to them if there is only one; problems come first", () => {
    expect(drawn(remarkRows(REMARKS, "file", all, none))).toEqual([
      "b.xml 2",
      "  three",
      "  two",
      "a.xml: one",
      "no file: four",
    ]);
  });

  test("have unique keys, whatever their files are called", () => {
    const files = ["group", "0", "group 0", "remark", "remark 0"].map((path) => remark("error", path, "small", "one"));
    const keys = remarkRows(files, "file", all, none).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("are below their rules", () => {
    expect(drawn(remarkRows(REMARKS, "rule", all, none))).toEqual([
      "loops: three",
      "small 2",
      "  one",
      "  two",
      "no rule: four",
    ]);
  });

  test("without a rule are below the kind of their file", () => {
    const remarks = [
      remark("problem", "a.xml", undefined, "one"),
      { ...remark("problem", "r.yaml", undefined, "two"), side: "rules" as const },
    ];
    expect(drawn(remarkRows(remarks, "rule", all, none))).toEqual(["Files: one", "Rule files: two"]);
  });

  test("with a suggestion come before others, which may follow from them", () => {
    const lacks = remark("problem", "r.yaml", "a", "the rule has no `xpath`");
    const suggested = { ...remark("problem", "r.yaml", "a", "no field `xpaht`"), suggestion: "xpath" };
    expect(drawn(remarkRows([lacks, suggested], "file", all, none)).slice(1)).toEqual([
      "  no field `xpaht`",
      "  the rule has no `xpath`",
    ]);
  });

  test("of other weights than the selected ones are left out, and empty groups", () => {
    const weights = new Set<Weight>(["error", "warning"]);
    const filter = { weights, text: "" };
    expect(drawn(remarkRows(REMARKS, "file", filter, none))).toEqual(["a.xml: one", "b.xml: two"]);
  });

  test.each([
    ["message", "HRE", ["b.xml: three"]],
    ["rule", " small ", ["a.xml: one", "b.xml: two"]],
    ["path", "A.x", ["a.xml: one"]],
  ])("are found by a part of their %s", (_, text, rows) => {
    expect(drawn(remarkRows(REMARKS, "file", { weights: none, text }, none))).toEqual(rows);
  });

  test("are in groups, sorted by the most severe remark, then by name", () => {
    const remarks = [
      remark("info", "10.xml", "tiling", "a"),
      remark("info", "9.xml", "tiling", "b"),
      remark("hint", "1.xml", "shader", "c"),
      remark("error", "8.xml", "large", "d"),
      remark("hint", "8.xml", "shader", "e"),
    ];
    const groups = (by: "file" | "rule") =>
      remarkRows(remarks, by, all, none).flatMap(({ level, title }) => (level === 1 ? title : []));
    expect(groups("rule")).toEqual(["large", "tiling", "shader"]);
    expect(groups("file")).toEqual(["8.xml", "9.xml", "10.xml", "1.xml"]);
  });

  test("of a closed group are left out", () => {
    expect(drawn(remarkRows(REMARKS, "file", all, new Set(["group b.xml"])))[0]).toBe("b.xml 2");
    expect(drawn(remarkRows(REMARKS, "file", all, new Set(["group b.xml"])))).not.toContain("  two");
  });

  test("are counted by weight", () => {
    expect(countsOf(REMARKS)).toEqual({ problem: 1, error: 1, warning: 1, info: 0, hint: 1 });
    expect(countsText(countsOf(REMARKS))).toBe("1 problem, 1 error, 1 warning, 1 hint");
  });
});
