import { expect, test } from "vitest";
import { configOf, guessed, matters } from "./definition-files.ts";

const CASES: [claim: string, paths: string[], base: string | undefined, folders: string[]][] = [
  ["no folders, if there is only one", ["game/a.sbc", "game/Data/b.sbc", "rules/c.yaml"], undefined, []],
  ["a folder named `game` as the base game", ["a/a.sbc", "game/a.sbc"], undefined, ["game", "a"]],
  [
    "the folder at the top as the base game, if another folder contains mods",
    ["mods/b/a.sbc", "mods/a/a.sbc", "x/a.sbc"],
    undefined,
    ["x", "mods/a", "mods/b"],
  ],
  ["the top as the base game, if it contains definitions", ["a.sbc", "mods/a/x/y.sbc"], undefined, ["", "mods/a"]],
  ["mods in natural order", ["mods/m10/a.sbc", "mods/m2/a.sbc"], undefined, ["mods/m2", "mods/m10"]],
  ["the selected folder as the base game", ["a/a.sbc", "game/a.SBC"], "a", ["a", "game"]],
  ["another base game, if the selected folder is missing", ["a/a.sbc", "game/a.sbc"], "b", ["game", "a"]],
];

test.each(CASES)("guesses %s", (_, paths, base, folders) => {
  expect(guessed(paths, base)).toEqual(folders);
});

test("writes guessed folders into a configuration", () => {
  expect(configOf(["", "mods/a: b", "mods/c"])).toBe('definitions:\n  base: "."\n  mods: ["mods/a: b", "mods/c"]\n');
});

test("depends on schemas anywhere, but not on other files", () => {
  expect(["a/b.sbc", "x.yml", "x.json", "x.YAML", "x.xml", "sbc"].filter(matters)).toEqual([
    "a/b.sbc",
    "x.yml",
    "x.json",
    "x.YAML",
  ]);
});
