import { expect, test } from "vitest";
import { type Patterns, unmatchedFiles } from "./pattern.ts";

const PATHS = ["a.xml", "b.json", "in/c.xml", "d.zip"];
const rule = (rpath: string | undefined, notRpath?: string): Patterns => ({ rpath, notRpath });

test.each<[string, Patterns[], string[]]>([
  ["what is not matched", [rule("\\.xml$")], ["b.json"]],
  ["what is left out", [rule("\\.xml$", "/in/")], ["b.json", "in/c.xml"]],
  ["nothing that another rule matches", [rule("^/a"), rule("c\\.xml$")], ["b.json"]],
  ["nothing where there is no rule", [], []],
  ["nothing where a rule's files are not known", [rule("^/a"), rule(undefined)], []],
  ["nothing where a pattern cannot be read here", [rule("(?x)^/a")], []],
  ["nothing where a pattern might take for ever", [rule("(a+)+$")], []],
])("no rule looks at %s", (_, rules, paths) => expect([...(unmatchedFiles(PATHS, rules) ?? [])]).toEqual(paths));
