/** The search finds entries of the reference and sample projects by the words that beginners use. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf, type InlineFolder, searchedText } from "../../../playground/src/examples/inline.ts";
import { ROOT } from "../files.ts";

interface Sample extends Record<"title" | "shows" | "note", string>, Partial<Record<"open" | "view", string>> {
  rules: InlineFolder;
  files: InlineFolder;
}

interface Entry {
  names: string[];
  doc: string;
  more: [string, string][];
  example: { rules: InlineFolder; files: InlineFolder; open?: string } | null;
}

/** The scripts of the build that create these modules. */
const BUILD = join(ROOT, "playground/build");
const samples: Sample[] = (await import(join(BUILD, "samples.mjs"))).readSamples(join(ROOT, "playground/examples"));
const sections: { title: string; note: string; entries: Entry[] }[] = (
  await import(join(BUILD, "reference.mjs"))
).readReference(join(ROOT, "docs"), join(ROOT, "playground/reference"));

const { found, foundExamples } = await import(join(ROOT, "playground/src/panels/reference.ts"));

test("bytes and strings of examples are preserved", async () => {
  const files = folderOf({ "a.png": { hex: "89 50\nff00" }, "a.txt": "text" });
  const bytes = files.get("a.png");
  expect(bytes instanceof Blob && [...new Uint8Array(await bytes.arrayBuffer())]).toEqual([0x89, 0x50, 0xff, 0x00]);
  expect(files.get("a.txt")).toBe("text");
});

test.each([
  ["unique over all files", "ids.paths(d)"],
  ["same name", "ids.paths(d)"],
  ["duplicates", "[Unique]"],
  ["square textures", "image(path)"],
  ["power of two", "{image.width}"],
  ["file exists", "exists(path)"],
  ["missing files", "exists(path)"],
  ["file next to", "exists(path)"],
  ["lods", "Expressions: levels of detail"],
  ["naming", "{file.name}"],
  ["naming conventions", "{file.name}"],
  ["power of 2", "{image.width}"],
  ["texture resolution", "{image.width}"],
  ["max size", "{file.size}"],
  ["too large", "{file.size}"],
  ["maximum file size", "{file.size}"],
  ["missing references", "[Exist in, C]"],
  ["prefix", "text.starts_with(part)"],
])("the search for `%s` finds the expected entry", (typed, expected) => {
  const searched = sections.map((section) => {
    return {
      ...section,
      entries: section.entries.map((one) => ({ ...one, rules: searchedText(one.example?.rules ?? {}) })),
    };
  });
  const entries: Entry[] = found(searched, typed).flatMap((section: { entries: Entry[] }) => section.entries);
  const examples: Sample[] = foundExamples(samples, typed);
  expect([...entries.flatMap(({ names }) => names), ...examples.map(({ title }) => title)]).toContain(expected);
});
