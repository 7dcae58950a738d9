/** The links between the documents of the repository: each leads to an existing file, and to a heading in it. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../browser/files.ts";

const DOCUMENTS = [
  "README.md",
  "CHANGELOG.md",
  "wasm/README.md",
  ...markdownIn("docs"),
  ...markdownIn("docs/how-to"),
  ...markdownIn("docs/cookbook"),
  ...readdirSync(join(ROOT, "rules")).map((pack) => `rules/${pack}/README.md`),
].filter((path) => existsSync(join(ROOT, path)));

function markdownIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : []));
}

/** Returns a document without blocks of code and without code in lines. */
function proseOf(path: string): string {
  const text = readFileSync(join(ROOT, path), "utf8");
  return text.replace(/^ *```[\s\S]*?^ *```$/gm, "").replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()]/g, " "));
}

/** Returns the anchors of all headings, as GitHub and the site make them. */
function anchorsOf(path: string): Set<string> {
  const text = readFileSync(join(ROOT, path), "utf8").replace(/^ *```[\s\S]*?^ *```$/gm, "");
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => slugify(heading)));
}

function slugify(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

test("every link between documents leads to a file, and to a heading in it", () => {
  const dead: string[] = [];
  let links = 0;
  for (const from of DOCUMENTS) {
    for (const [, href = ""] of proseOf(from).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
      links += 1;
      const [path = "", anchor] = href.split("#");
      const target = path === "" ? from : posix.join(posix.dirname(from), path);
      const isDead = !existsSync(join(ROOT, target));
      if (isDead || (anchor && target.endsWith(".md") && !anchorsOf(target).has(anchor))) {
        dead.push(`${from}: ${href}`);
      }
    }
  }
  expect(links).toBeGreaterThan(200);
  expect(dead).toEqual([]);
});
