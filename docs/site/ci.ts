/** The page with the files of `examples/ci/`, which a project copies for continuous integration. */

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { block, code, languageOf } from "./markdown.ts";
import type { Page } from "./page.ts";

/** The folder of these files, from the root of the checkout. */
export const EXAMPLES = "examples/ci";

/** Returns the page with each file. */
export function ciPage(root: string): Page {
  const files = readdirSync(join(root, EXAMPLES), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
  const text = [
    "# Hooks and actions",
    "After this page you can check assets before each commit and in CI. [The tutorial](/tutorial#8-check-every-change-on-github) has a " +
      "complete job for GitHub, and [Reports](/reports) lists the formats for other services. Copy these files from a checkout:",
    ...files.map((file) => `## ${code(file.slice(EXAMPLES.length + 1))}\n\n${fileBlock(root, file)}`),
  ];
  return { path: "ci", title: "Hooks and actions", text: text.join("\n\n") };
}

function fileBlock(root: string, file: string): string {
  return block(readFileSync(join(root, file), "utf8"), languageOf(file), file);
}
