/**
 * The cookbook: each recipe in `examples/cookbook` fails on its failing files and passes on its passing files, and the
 * pages in `docs/cookbook` contain the current rules and failing files. `ASSAY_UPDATE=1` writes both into the pages.
 *
 * A block whose first line has `rule=NAME` shows the rule of a recipe. A block with `fails=PATH` after it shows a file
 * of the recipe's first test, and one with `files=NAME` the paths of all its files.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine, memory, type RuleStats, type TestedFile } from "assay";
import { describe, expect, test } from "vitest";
import { ROOT } from "../browser/files.ts";
import { assay } from "../cli/assay.ts";

const RECIPES = "examples/cookbook";

const NAMES = readdirSync(join(ROOT, RECIPES)).map((file) => file.replace(/\.yaml$/, ""));

const PAGES = readdirSync(join(ROOT, "docs/cookbook")).filter((page) => page !== "index.md");

const engine = await createEngine();

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

test("all tests of the recipes pass, and each recipe has one", async () => {
  const { code, stdout, stderr } = await assay(["test", "--coverage", join(ROOT, RECIPES)]);
  expect(stdout + stderr).not.toMatch(/ warning /);
  expect(code, stdout + stderr).toBe(0);
});

describe.each(NAMES)("the recipe `%s`", (name) => {
  const file = { path: `${name}.yaml`, text: read(`${RECIPES}/${name}.yaml`) };
  const { tests } = engine.test({ rules: [file], withFiles: true });
  const [failing, passing] = tests;

  test("has a rule of this name with a reason and a message", () => {
    expect(file.text).toMatch(
      new RegExp(`^ {2}- name: ${name}\n(?: {4}severity: .*\n)? {4}why: .*\n {4}message: `, "m"),
    );
  });

  test("fails on the files of its first test", async () => {
    const { findings } = await check(failing?.files);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set([name]));
  });

  test("passes on the files of its second test, and checks a value there", async () => {
    const { findings, stats } = await check(passing?.files);
    expect(findings).toEqual([]);
    expect(stats.rules.map(({ state }: RuleStats) => state)).toEqual(["passed"]);
  });

  async function check(files: readonly TestedFile[] = []) {
    const checker = engine.checker({ rules: [file] });
    try {
      return await checker.check(memory(Object.fromEntries(files.map((it) => [it.path, bytesOf(it)]))));
    } finally {
      checker.dispose();
    }
  }
});

function bytesOf({ text, hex = "", size }: TestedFile): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set(text === undefined ? Buffer.from(hex.replace(/\s/g, ""), "hex") : Buffer.from(text));
  return bytes;
}

const BLOCK = /^```(\w+) (rule|fails|files)=(\S+)\n([\s\S]*?)^```$/gm;

test.each(PAGES)("`docs/cookbook/%s` contains the current rules and failing files", (page) => {
  const path = `docs/cookbook/${page}`;
  const text = read(path);
  let recipe = "";
  const updated = text.replace(BLOCK, (_, language, kind, name) => {
    recipe = kind === "rule" ? name : recipe;
    return `\`\`\`${language} ${kind}=${name}\n${blockText(kind, recipe, name)}\`\`\``;
  });
  if (process.env.ASSAY_UPDATE) {
    writeFileSync(join(ROOT, path), updated);
  }
  expect(read(path)).toBe(updated);
});

/** Returns the text of a block of a recipe: its rule, a failing file, or the paths of all failing files. */
function blockText(kind: string, recipe: string, path: string): string {
  const text = read(`${RECIPES}/${recipe}.yaml`);
  if (kind === "rule") {
    return text.replace(/\ntests:[\s\S]*/, "");
  }
  const [failing] = engine.test({ rules: [{ path: recipe, text }], withFiles: true }).tests;
  const files = failing?.files ?? [];
  if (kind === "files") {
    return files.map((file) => `${file.path}\n`).join("");
  }
  const file = files.find((file) => file.path === path);
  expect(file?.text, `${recipe} has a failing file ${path}`).toBeDefined();
  return `${file?.text}\n`.replace(/\n\n$/, "\n");
}

test("each recipe is on one page, and linked from the index of the cookbook and the rule language", () => {
  const marks = PAGES.flatMap((page) => {
    const text = read(`docs/cookbook/${page}`);
    return [...text.matchAll(/^## (.*)$|^```yaml rule=(\S+)$/gm)].map(([, heading, name]) => ({ page, heading, name }));
  });
  const recipes = marks.flatMap(({ page, name }, at) =>
    name ? [{ page, name, heading: marks[at - 1]?.heading }] : [],
  );
  expect(recipes.map(({ name }) => name).sort()).toEqual(NAMES);
  expect(recipes.length).toBeGreaterThanOrEqual(40);
  for (const from of ["cookbook/index", "rules"]) {
    const text = read(`docs/${from}.md`);
    const anchors = recipes.map(({ page, heading = "" }) => `${page}#${slugify(heading)})`);
    expect(
      anchors.filter((anchor) => !text.includes(anchor)),
      from,
    ).toEqual([]);
  }
});

function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
