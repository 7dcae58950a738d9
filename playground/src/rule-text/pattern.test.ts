import { expect, test } from "vitest";
import { type Patterns, unmatchedFiles } from "./pattern.ts";

const PATHS = ["a.xml", "b.json", "in/c.xml", "d.zip"];
const rule = (rpath: string | undefined, notRpath?: string): Patterns => ({ rpath, notRpath });

test.each<[string, Patterns[], string[]]>([
  ["files that no pattern matches", [rule("\\.xml$")], ["b.json"]],
  ["excluded files", [rule("\\.xml$", "/in/")], ["b.json", "in/c.xml"]],
  ["no file that another rule matches", [rule("^/a"), rule("c\\.xml$")], ["b.json"]],
  ["no file, if there are no rules", [], []],
  ["no file, if the files of a rule are unknown", [rule("^/a"), rule(undefined)], []],
  ["no file, if the browser does not support a pattern", [rule("(?x)^/a")], []],
  ["no file, if a pattern may take too long", [rule("(a+)+$")], []],
])("lists as unmatched: %s", (_, rules, paths) => expect([...(unmatchedFiles(PATHS, rules) ?? [])]).toEqual(paths));
