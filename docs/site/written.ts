/** Pages that are written by hand: the documents in `docs/`, and the documents of packs and packages. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { EXAMPLES } from "./ci.ts";
import { hrefOf, type Page } from "./page.ts";

/** The folder of the cookbook recipes, from the root of the checkout. */
export const RECIPES = "examples/cookbook";

/** A document of the checkout, and its page. */
interface Document {
  /** The path of the document, from the root of the checkout. */
  from: string;
  /** The path of its page. */
  path: string;
  /** The title in lists, if it differs from the heading. */
  title?: string;
}

/**
 * Returns all documents. Those of `docs/`, `docs/how-to/` and `docs/cookbook/` keep their names; packs are next to
 * their rules.
 */
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

/** Returns the folders of rule packs, in order. */
export function packs(root: string): string[] {
  const folders = readdirSync(join(root, "rules"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => name !== "samples");
  return names.filter((name) => existsSync(join(root, "rules", name, "README.md"))).sort();
}

/**
 * Returns the documents as pages, by path.
 *
 * @throws When a document links to a page that the site does not have.
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

/** Returns the page for a file or a folder of the checkout. */
function pathOf(target: string, targets: ReadonlyMap<string, string>): string | undefined {
  const rule = /^rules\/([^/]+)\/([^/]+)\.yaml$/.exec(target);
  const sample = target.startsWith("rules/samples/") ? targets.get("rules/samples/README.md") : undefined;
  const ci = target === EXAMPLES ? "ci" : undefined;
  const cookbook = target === RECIPES ? "cookbook/index" : undefined;
  // Links to recipes are replaced later.
  const recipe = /^examples\/cookbook\/([\w-]+)\.yaml$/.exec(target);
  const generated = recipe ? `recipes/${recipe[1]}` : rule ? `packs/${rule[1]}/${rule[2]}` : sample;
  return ci ?? cookbook ?? targets.get(target) ?? targets.get(`${target}/README.md`) ?? generated;
}

/**
 * Returns a document whose links to files lead to their pages. If a file has no page, only its name is kept. Code is
 * unchanged.
 */
function relinked(text: string, root: string, from: string, targets: ReadonlyMap<string, string>): string {
  const parts = text.split(/(^```[\s\S]*?^```$)/m);
  return parts
    .map((part, at) =>
      at % 2 === 1 ? part : part.replace(/\[([^\]]*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g, link),
    )
    .join("");

  function link(_: string, label: string, href: string, fragment = ""): string {
    const target = posix.join(posix.dirname(from), href).replace(/\/$/, "");
    const path = pathOf(target, targets);
    if (path === undefined && !existsSync(join(root, target))) {
      throw new Error(`${from} links to \`${href}\`, which does not exist`);
    }
    return path === undefined ? label : `[${label}](${hrefOf({ path })}${fragment})`;
  }
}
