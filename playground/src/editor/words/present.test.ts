import { createEngine } from "assay";
import { expect, test } from "vitest";
import { namesAt, patternsFor, stepIn } from "./present.ts";

const FILE =
  '<Prop id="1"><Mesh lods="2" size="3"><Name>a</Name></Mesh><Mesh lods="1"><Part><Name/></Part></Mesh><x:Tag/></Prop>';

test.each<[string, string[] | undefined]>([
  ["*/", ["Mesh", "Tag"]],
  ["/Me", ["Mesh", "Tag"]],
  ["Prop/Mesh/", ["Name", "Part"]],
  ["*/M*/", ["Name", "Part"]],
  ["*/**/", ["Mesh", "Tag", "Name", "Part"]],
  ["Other/", []],
  ["*/Mesh:", ["lods", "size"]],
  ["*/Mesh[@lo", ["lods", "size"]],
  ["*/Mesh,N", ["Name", "Part"]],
  ["*/Mesh.Name==a&", ["Name", "Part"]],
  ["*/Mesh.Name==a", undefined],
  ["", ["Prop", "*"]],
  ["P", ["Prop", "*"]],
  ["*", undefined],
  ["{file", undefined],
])("after %s, %j are valid", async (written, names) => {
  const outline = (await createEngine()).outline("a.xml", FILE);
  const step = stepIn(written);
  expect(step && namesAt(outline, step)).toEqual(names);
});

test("a JSON document has a root without a name", async () => {
  const outline = (await createEngine()).outline("a.json", "[{}, {}]");
  expect(namesAt(outline, { above: [], attribute: false })).toEqual(["*"]);
});

test("patterns are those of existing extensions and folders, the most frequent first", () => {
  const found = patternsFor(["props/a.prop.xml", "props/b.prop.xml", "c.png", "it's/d.png"]);
  expect(found.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
    "\\.xml$ 2 files",
    "\\.prop\\.xml$ 2 files",
    "^/props/ 2 files",
    "\\.png$ 2 files",
  ]);
});
