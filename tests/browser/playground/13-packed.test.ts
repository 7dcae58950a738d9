/** What the build puts into the page, of sample projects and of the reference, is there as it was, and is found. */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderOf, partsOf } from "../../../playground/src/examples/packed.ts";
import type { Content } from "../../../playground/src/project.ts";
import { ROOT } from "../files.ts";

type Held = Readonly<Record<string, string | { bytes: string } | { hex: string }>>;

interface Sample extends Record<"title" | "shows" | "note", string>, Partial<Record<"open" | "view", string>> {
  rules: Held;
  files: Held;
}

interface Entry {
  names: string[];
  doc: string;
  more: [string, string][];
  example: { rules: Held; files: Held; open?: string } | null;
}

/** What the build makes these modules of. */
const BUILD = join(ROOT, "playground/build");
const { inline } = await import(join(BUILD, "inline.mjs"));
const samples: Sample[] = (await import(join(BUILD, "samples.mjs"))).readSamples(join(ROOT, "playground/examples"));
const sections: { title: string; note: string; entries: Entry[] }[] = (
  await import(join(BUILD, "reference.mjs"))
).readReference(join(ROOT, "docs"), join(ROOT, "playground/reference"));

const { found, foundExamples } = await import(join(ROOT, "playground/src/panels/reference.ts"));

/** What a module holds that the build puts in. */
async function held(id: string): Promise<string> {
  return (await import(`data:text/javascript,${encodeURIComponent(inline.load(`\0${id}`) ?? "")}`)).default;
}

/** The files of a folder, with bytes in hexadecimal digits. */
function plain(files: ReadonlyMap<string, Content>): Promise<[string, unknown][]> {
  return Promise.all(
    [...files].map(async ([path, content]): Promise<[string, unknown]> => {
      const isText = typeof content === "string";
      return [path, isText ? content : { hex: Buffer.from(await content.arrayBuffer()).toString("hex") }];
    }),
  );
}

/** The same of a folder as the build reads it. */
function wanted(files: Held): [string, unknown][] {
  return Object.entries(files).map(([path, content]) => {
    if (typeof content === "string") {
      return [path, content];
    }
    const bytes =
      "hex" in content ? Buffer.from(content.hex.replaceAll(/\s/g, ""), "hex") : Buffer.from(content.bytes, "latin1");
    return [path, { hex: bytes.toString("hex") }];
  });
}

/** The rules of an entry's example, which are searched, too. */
function rulesOf({ example }: Entry): string {
  return wanted(example?.rules ?? {})
    .flat()
    .join("\n");
}

describe("what the build puts into the page is read as it was", () => {
  test("of sample projects", async () => {
    const packed = partsOf(await held("virtual:samples"), 1).map((sample) => partsOf(sample, 2));
    expect(packed.length).toBe(samples.length);
    for (const [index, { title, shows, note, open = "", view = "", rules, files }] of samples.entries()) {
      const [ruleFiles = "", others = ""] = packed[index]?.slice(5) ?? [];
      expect(packed[index]?.slice(0, 5)).toEqual([title, shows, note, open, view]);
      expect(await plain(folderOf(ruleFiles, 3))).toEqual(wanted(rules));
      expect(await plain(folderOf(others, 3))).toEqual(wanted(files));
    }
  });

  test("of the reference", async () => {
    const packed = partsOf(await held("virtual:reference"), 1).map((section) => partsOf(section, 2));
    expect(packed.map(([title, note]) => [title, note])).toEqual(sections.map(({ title, note }) => [title, note]));
    for (const [index, { entries }] of sections.entries()) {
      const of = partsOf(packed[index]?.[2] ?? "", 3).map((entry) => partsOf(entry, 4));
      expect(of.length).toBe(entries.length);
      for (const [place, { names, doc, more, example }] of entries.entries()) {
        const [allNames = "", text, words = "", rules = "", files = "", open] = of[place] ?? [];
        expect([partsOf(allNames, 5), text, open]).toEqual([names, doc, example?.open ?? ""]);
        expect(partsOf(words, 5).map((one) => partsOf(one, 6))).toEqual(more);
        expect(await plain(folderOf(rules, 5))).toEqual(wanted(example?.rules ?? {}));
        expect(await plain(folderOf(files, 5))).toEqual(wanted(example?.files ?? {}));
      }
    }
  });
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
])("what beginners call `%s` is found", (typed, wanted) => {
  const searched = sections.map((section) => {
    return { ...section, entries: section.entries.map((one) => ({ ...one, rules: rulesOf(one) })) };
  });
  const entries: Entry[] = found(searched, typed).flatMap((section: { entries: Entry[] }) => section.entries);
  const examples: Sample[] = foundExamples(samples, typed);
  expect([...entries.flatMap(({ names }) => names), ...examples.map(({ title }) => title)]).toContain(wanted);
});
