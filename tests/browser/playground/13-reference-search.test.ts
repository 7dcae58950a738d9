/** The search finds entries of the reference and sample projects by the words that beginners use. */

import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../files.ts";

type Held = Readonly<Record<string, string | { hex: string }>>;

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
const samples: Sample[] = (await import(join(BUILD, "samples.mjs"))).readSamples(join(ROOT, "playground/examples"));
const sections: { title: string; note: string; entries: Entry[] }[] = (
  await import(join(BUILD, "reference.mjs"))
).readReference(join(ROOT, "docs"), join(ROOT, "playground/reference"));

const { found, foundExamples } = await import(join(ROOT, "playground/src/panels/reference.ts"));

/** The rules of an entry's example, which are searched, too. */
function rulesOf({ example }: Entry): string {
  return Object.values(example?.rules ?? {}).join("\n");
}

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
