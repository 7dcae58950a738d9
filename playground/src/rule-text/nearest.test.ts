import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["lodz", ["path", "lods"], "lods"],
  ["Pth", ["lods", "Path"], "Path"],
  ["\\.prp\\.xml$", ["\\.xml$", "\\.prop\\.xml$"], "\\.prop\\.xml$"],
  ["a", ["b"], "b"],
  ["size", ["height", "width"], undefined],
  ["size", [], undefined],
])("suggests for %s the nearest of %j, %s", (name, names, expected) => expect(nearest(name, names)).toBe(expected));
