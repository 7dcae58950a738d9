/** The cookbook: on the site, each recipe opens in the playground, and shows the findings of its rule. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "assay";
import { outcome } from "./example.ts";
import type { Page } from "./page.ts";
import { failing } from "./rules.ts";
import { RECIPES } from "./written.ts";

/** Replaces each link to the file of a recipe by a link that opens it in the playground, with the findings. */
export async function openRecipes(
  written: ReadonlyMap<string, Page>,
  root: string,
  engine: Engine,
): Promise<Map<string, Page>> {
  const pages = [...written].map(async ([path, page]): Promise<[string, Page]> => {
    const parts = page.text.split(/\[[^\]]*\]\(\/recipes\/([\w-]+)\)/);
    const texts = await Promise.all(parts.map((part, at) => (at % 2 === 1 ? opened(part, root, engine) : part)));
    return [path, { ...page, text: texts.join("") }];
  });
  return new Map(await Promise.all(pages));
}

async function opened(name: string, root: string, engine: Engine): Promise<string> {
  const path = `${name}.yaml`;
  const rules = { [path]: readFileSync(join(root, RECIPES, path), "utf8") };
  const example = await failing({ rules, files: {} }, engine, () => null);
  if (!example) {
    throw new Error(`no test of the recipe \`${name}\` finds anything`);
  }
  return outcome(example, engine);
}
