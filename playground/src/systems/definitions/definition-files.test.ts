import { expect, test } from "vitest";
import { configOf, guessed, matters } from "./definition-files.ts";

const CASES: [what: string, paths: string[], base: string | undefined, folders: string[]][] = [
  ["one folder needs no order", ["game/a.sbc", "game/Data/b.sbc", "rules/c.yaml"], undefined, []],
  ["a folder that is called so is the base game", ["a/a.sbc", "game/a.sbc"], undefined, ["game", "a"]],
  [
    "the folder on top is, where mods are in one",
    ["mods/b/a.sbc", "mods/a/a.sbc", "x/a.sbc"],
    undefined,
    ["x", "mods/a", "mods/b"],
  ],
  ["what is in no folder is a folder, too", ["a.sbc", "mods/a/x/y.sbc"], undefined, ["", "mods/a"]],
  ["mods are in the order of people", ["mods/m10/a.sbc", "mods/m2/a.sbc"], undefined, ["mods/m2", "mods/m10"]],
  ["the one that was chosen is", ["a/a.sbc", "game/a.SBC"], "a", ["a", "game"]],
  ["one that is not there is not", ["a/a.sbc", "game/a.sbc"], "b", ["game", "a"]],
];

test.each(CASES)("guessed: %s", (_, paths, base, folders) => {
  expect(guessed(paths, base)).toEqual(folders);
});

test("a guess can be written down", () => {
  expect(configOf(["", "mods/a: b", "mods/c"])).toBe('definitions:\n  base: "."\n  mods: ["mods/a: b", "mods/c"]\n');
});

test("schemas matter wherever they are, other files do not", () => {
  expect(["a/b.sbc", "x.yml", "x.json", "x.YAML", "x.xml", "sbc"].filter(matters)).toEqual([
    "a/b.sbc",
    "x.yml",
    "x.json",
    "x.YAML",
  ]);
});
