/** Rule packs that are suggested for files. */

import { expect, test } from "vitest";
import { suggestedPacks } from "./suggested.ts";

test.each([
  ["models", ["models/lamp.glb", "b.gltf"], ["gltf", "naming"]],
  ["images", ["a.PNG", "b.dds"], ["textures", "naming"]],
  ["a Unity project", ["Assets/a.png", "Assets/a.png.meta"], ["unity", "textures", "naming"]],
  ["a Godot project", ["project.godot", "a.tscn"], ["godot", "naming"]],
  ["a Messiah project", ["Package/A/resource.repository"], ["messiah", "naming"]],
  ["asset lists", ["a.assetlist", "b.assetlist.json"], ["asset-lists", "naming"]],
  ["conversion rules", ["asset_rules.xml"], ["conversion", "naming"]],
  ["definitions", ["mods/a.sbc"], ["definitions", "naming"]],
  ["packages", ["a.zip", "package.json", "b.asset.yaml"], ["packages", "meta", "naming"]],
  ["other files", ["notes.txt"], ["naming"]],
  ["no files", [], []],
])("packs fit %s", (_, paths, expected) => {
  const names = suggestedPacks(paths).map(({ name }) => name);
  expect(names).toEqual(expected);
});

test("the reason for one file names it", () => {
  expect(suggestedPacks(["a.glb"])[0]?.reason).toBe("1 glTF model: `a.glb`.");
});

test("the reason counts the files and names one", () => {
  const [gltf, naming] = suggestedPacks(["a.glb", "b.glb"]);
  expect(gltf?.reason).toBe("2 glTF models, such as `a.glb`.");
  expect(naming?.reason).toBe("2 file names, such as `a.glb`.");
});
