/** The search in the catalogue of rule packs. */

import { expect, test } from "vitest";
import type { CatalogPack, CatalogRule } from "../../engine.ts";
import { foundRules } from "./search.ts";

function rule(name: string, description: string, tags: string[] = []): CatalogRule {
  const why = "Some loaders crash.";
  return { name, description, tags, why, path: `${name}.yaml`, severity: "error", parameters: [], off: "" };
}

const PACKS: CatalogPack[] = [
  {
    name: "textures",
    title: "Images",
    description: "",
    for: "any",
    rules: [
      rule("image-power-of-two", "Sides are powers of two."),
      rule("image-empty", "No image is empty.", ["size"]),
    ],
  },
  { name: "gltf", title: "glTF models", description: "", for: "gltf", rules: [rule("gltf-version", "Known version.")] },
];

test.each([
  ["", ["image-power-of-two", "image-empty", "gltf-version"]],
  ["power", ["image-power-of-two"]],
  ["POT textures", ["image-power-of-two"]],
  ["size", ["image-empty"]],
  ["gltf models", ["gltf-version"]],
  ["loaders crash", ["image-power-of-two", "image-empty", "gltf-version"]],
  ["nothing like it", []],
])("`%s` finds rules", (typed, expected) => {
  expect(foundRules(PACKS, typed).flatMap(({ rules }) => rules.map(({ name }) => name))).toEqual(expected);
});
