import { expect, test } from "vitest";
import type { Section } from "../examples/table.ts";
import { found, foundExamples } from "./reference.ts";

const entry = (name: string, doc: string, more: [string, string][] = []) => ({
  names: [name],
  doc,
  more,
  rules: "",
  open: undefined,
});

const SECTIONS: readonly Section[] = [
  {
    title: "Functions",
    note: "",
    entries: [entry("exists(path)", "Whether there is such a file."), entry("size(path)", "Bytes.")],
  },
  {
    title: "Library",
    note: "",
    entries: [entry("condfunc.rigidbody_deps", "Finds bodies.", [["reads", "the lists"]])],
  },
];

test.each([
  ["", ["exists(path)", "size(path)", "condfunc.rigidbody_deps"]],
  ["PATH", ["exists(path)", "size(path)"]],
  ["such  file", ["exists(path)"]],
  ["library", ["condfunc.rigidbody_deps"]],
  ["required PATH", ["exists(path)"]],
  ["sizes", ["size(path)"]],
  ["lists reads", ["condfunc.rigidbody_deps"]],
  ["path bodies", []],
])("`%s` finds the entries with all its words", (typed, names) => {
  const sections = found(SECTIONS, typed);
  expect(sections.flatMap(({ entries }) => entries.flatMap((entry) => entry.names))).toEqual(names);
  expect(sections.every(({ entries }) => entries.length > 0)).toBe(true);
});

test("finds examples by their content, if something is typed", () => {
  const example = { title: "glTF", shows: "budgets of triangles", note: "A lantern.", open: () => ({}) as never };
  expect(foundExamples([example], "Triangles lantern")).toEqual([example]);
  expect(foundExamples([example], " ")).toEqual([]);
  expect(foundExamples([example], "loop")).toEqual([]);
});
