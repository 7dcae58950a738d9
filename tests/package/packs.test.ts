/** The rule packs that ship with the package: listed, described, and used in checks. */

import { memory } from "assay";
import { packNames, readNamedPacks, readPack } from "assay/packs";
import { describe, expect, test } from "vitest";
import { engine } from "./small.ts";

/** Two files whose names differ in letter case only. */
const TWINS = memory({ "a.xml": "<A/>", "A.xml": "<A/>" });

describe("rule packs", () => {
  test("all have a title, a description and rules with reasons", async () => {
    expect(packNames()).toContain("naming");
    const packs = await Promise.all(packNames().map(readPack));
    const library = Object.assign({}, ...packs.map((pack) => pack.library));
    const catalog = engine.catalog({ rules: packs.flatMap(({ rules }) => rules), read: (path) => library[path] });
    expect(catalog.map(({ name }) => name)).toEqual(packNames());
    expect(catalog.filter(({ title, description, rules }) => !title || !description || rules.length === 0)).toEqual([]);
    const rules = catalog.flatMap((pack) => pack.rules);
    expect(rules.filter(({ description, why }) => !description || !why).map(({ name }) => name)).toEqual([]);
  });

  test("check files", async () => {
    const { rules, library } = await readPack("naming");
    const report = await engine.checker({ rules, read: (path) => library[path] }).check(TWINS);
    expect(report.findings.map(({ rule, path }) => [rule, path])).toContainEqual(["name-case-twin", "A.xml"]);
  });

  test.each(["assay:naming", "assay:naming/name-case-twin"])("can be extended: %s", async (name) => {
    const rules = [{ path: "rules.yaml", text: `extends: ${name}` }];
    const library = await readNamedPacks(rules);
    const report = await engine.checker({ rules, read: (path) => library[path] }).check(TWINS);
    expect(report.problems).toEqual([]);
    expect(report.findings.map(({ rule }) => rule)).toContain("name-case-twin");
  });

  test("that do not exist are problems of the rule file that names them", async () => {
    const rules = [{ path: "rules.yaml", text: "extends: assay:nothing" }];
    const library = await readNamedPacks(rules);
    const { problems } = engine.checker({ rules, read: (path) => library[path] }).diagnostics;
    expect(problems).toMatchObject([{ code: "extends-missing", path: "rules.yaml", line: 1 }]);
  });
});
