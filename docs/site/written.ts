/** Pages that people write: the documents in `docs/`, and what stands beside packs and packages. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { EXAMPLES } from "./ci.ts";
import { hrefOf, type Page } from "./page.ts";

/** The folder of the recipes of the cookbook, from the root of the checkout. */
export const RECIPES = "examples/cookbook";

/** A document of the checkout, and where the site has it. */
interface Document {
  /** Where it lies, from the root of the checkout. */
  from: string;
  /** The path of its page. */
  path: string;
  /** What lists call it, where its heading says too little there. */
  title?: string;
}

/** All documents: those of `docs/`, `docs/how-to/` and `docs/cookbook/` keep their names, packs stand with their rules. */
function documents(root: string): Document[] {
  const below = ["how-to", "cookbook"].flatMap((folder) => {
    return readdirSync(join(root, "docs", folder)).map((name) => `${folder}/${name}`);
  });
  const written = [...readdirSync(join(root, "docs")), ...below].filter((name) => name.endsWith(".md"));
  return [
    ...written.sort().map((name) => ({ from: `docs/${name}`, path: name.slice(0, -3) })),
    { from: "wasm/README.md", path: "npm-package", title: "The npm package" },
    { from: "rules/samples/README.md", path: "packs/samples" },
    ...packs(root).map((pack) => ({ from: `rules/${pack}/README.md`, path: `packs/${pack}/index` })),
  ];
}

/** The folders of rule packs, in order. */
export function packs(root: string): string[] {
  const folders = readdirSync(join(root, "rules"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => name !== "samples");
  return names.filter((name) => existsSync(join(root, "rules", name, "README.md"))).sort();
}

/**
 * The documents as pages, by their paths.
 *
 * @throws When one links to what the site does not have.
 */
export function readWritten(root: string): Map<string, Page> {
  const all = documents(root);
  const targets = new Map(all.map(({ from, path }) => [from, path]));
  return new Map(
    all.map(({ from, path, title }) => {
      const text = relinked(readFileSync(join(root, from), "utf8"), root, from, targets);
      const heading = /^# (.*)$/m.exec(text)?.[1]?.replaceAll("`", "");
      return [path, { path, title: title ?? heading ?? path, text }];
    }),
  );
}

/** The page of a file or a folder of the checkout. */
function pathOf(target: string, targets: ReadonlyMap<string, string>): string | undefined {
  const rule = /^rules\/([^/]+)\/([^/]+)\.yaml$/.exec(target);
  const sample = target.startsWith("rules/samples/") ? targets.get("rules/samples/README.md") : undefined;
  const ci = target === EXAMPLES ? "ci" : undefined;
  const cookbook = target === RECIPES ? "cookbook/index" : undefined;
  // Links to recipes are replaced later.
  const recipe = /^examples\/cookbook\/([\w-]+)\.yaml$/.exec(target);
  const made = recipe ? `recipes/${recipe[1]}` : rule ? `packs/${rule[1]}/${rule[2]}` : sample;
  return ci ?? cookbook ?? targets.get(target) ?? targets.get(`${target}/README.md`) ?? made;
}

/** A document whose links to files lead to their pages; of a file without one its name is left. Code stays as it is. */
function relinked(text: string, root: string, from: string, targets: ReadonlyMap<string, string>): string {
  const parts = text.split(/(^```[\s\S]*?^```$)/m);
  return parts
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g, link),
    )
    .join("");

  function link(_: string, shown: string, href: string, fragment = ""): string {
    const target = posix.join(posix.dirname(from), href).replace(/\/$/, "");
    const path = pathOf(target, targets);
    if (path === undefined && !existsSync(join(root, target))) {
      throw new Error(`${from} links to \`${href}\`, which is not there`);
    }
    return path === undefined ? shown : `[${shown}](${hrefOf({ path })}${fragment})`;
  }
}
