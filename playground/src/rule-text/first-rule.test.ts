import { createEngine, memory } from "assay";
import { expect, test } from "vitest";
import { conditionFor, firstNode } from "./first-rule.ts";
import { withRule } from "./new-rule.ts";

const GLTF =
  '{"scene": 0, "asset": {"generator": "", "version": "2.0"}, "nodes": [{"mesh": 0}], "x": null, "y": false}';
const XML = "<Prop id='1'><Mesh lods='2'/><Health>0</Health><Note/></Prop>";

test.each([
  ["a.gltf", GLTF],
  ["a.xml", XML],
])("a new rule for a node of %s has no findings in that file", async (path, text) => {
  const engine = await createEngine();
  const outline = engine.outline(path, text);
  for (let node = 0; node < outline.size; node += 1) {
    const made = { name: "r", rpath: ".", xpath: outline.xpath(node), condition: conditionFor(outline, node) };
    const rules = [{ path: "r.yaml", text: withRule("", made) ?? "" }];
    const { findings, warnings } = await engine.checker({ rules }).check(memory({ [path]: text }));
    expect([made.xpath, findings, warnings]).toEqual([made.xpath, [], []]);
  }
});

test.each([
  [GLTF, "a.gltf", "*/asset/version [Exist]"],
  [XML, "a.xml", "*/Health [Exist]"],
  ["<Prop id='1'><Mesh lods='2'/></Prop>", "a.xml", "*/Mesh:lods [Exist]"],
  ["<Prop id='1'><Mesh/><Other/></Prop>", "a.xml", "*/Mesh [Not null collection]"],
  ["<Prop/>", "a.xml", undefined],
  ["5", "a.json", undefined],
])("for %s, a new rule extracts a node with a value", async (text, path, expected) => {
  const first = firstNode((await createEngine()).outline(path, text));
  expect(first && `${first.xpath} [${first.condition}]`).toBe(expected);
});
