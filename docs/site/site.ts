/** The site: writes written and generated pages into a folder, builds the site, and adds the playground. */

import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createEngine } from "assay";
import { build } from "vitepress";
import { readReference } from "../../playground/build/reference.mjs";
import { ciPage } from "./ci.ts";
import { codesPage } from "./codes.ts";
import { commandSection, exitCodePage } from "./commands.ts";
import { openRecipes } from "./cookbook.ts";
import { formatSection, SAMPLE } from "./formats.ts";
import { readHelps } from "./help.ts";
import { limitsPage } from "./limits.ts";
import type { Page, Section } from "./page.ts";
import { packSections, packsPage } from "./rules.ts";
import { settingsPage } from "./settings.ts";
import { type SitePages, sidebars } from "./sidebar.ts";
import { entriesPage, type Referred, smallWordsPage, wordSections } from "./words.ts";
import { readWritten } from "./written.ts";

/** The inputs and outputs of a build. */
export interface Place {
  /** The checkout. */
  root: string;
  /** The path at which the site is served, with a slash at both ends. */
  base: string;
  /** The output folder. Its content is replaced. */
  out: string;
}

/**
 * Builds the site from a checkout that has been built.
 *
 * @throws When a document has a broken link, or the checkout has not been built.
 */
export async function buildSite({ root, base, out }: Place): Promise<void> {
  const pages = join(root, "docs/.vitepress/pages");
  const { site, sample } = await makePages(root);
  rmSync(pages, { recursive: true, force: true });
  for (const page of site.pages) {
    const head = `---\ntitle: ${JSON.stringify(page.title)}\n---`;
    write(join(pages, `${page.path}.md`), `${head}\n\n${withBase(page.text, base)}\n`);
  }
  write(join(pages, "sidebar.json"), JSON.stringify(sidebars(site)));
  write(join(pages, "public", SAMPLE), sample);
  cpSync(join(root, "playground/icon.svg"), join(pages, "public/icon.svg"));
  await build(join(root, "docs"), { base, outDir: out });
  cpSync(join(root, "playground/dist"), join(out, "play"), {
    recursive: true,
    filter: (name) => !name.endsWith(".map"),
  });
}

/** Returns links to files that are copied next to the pages. VitePress adds the base to links between pages only. */
function withBase(text: string, base: string): string {
  return text.replace(/\]\(\/(?=(?:play|samples)\/)/g, `](${base}`);
}

/** Returns all pages, and the report that one of them shows. */
async function makePages(root: string): Promise<{ site: SitePages; sample: string }> {
  const engine = await createEngine();
  const written = await openRecipes(readWritten(root), root, engine);
  const reference: Referred[] = readReference(join(root, "docs"), join(root, "playground/reference"));
  const helps = await readHelps(join(root, "wasm/dist/bin/assay.js"));
  const { section: formats, sample } = await formatSection(engine);
  const packs = await packSections(root, written, engine);
  const sections = [commandSection(helps), ...(await wordSections(engine, reference)), formats];
  const single = [
    ...(await Promise.all(ENTRIES.map(({ title, path, more }) => entriesPage(of(title), path, more, engine)))),
    smallWordsPage(engine),
    ciPage(root),
    settingsPage(root),
    limitsPage(root),
    exitCodePage(helps),
    codesPage(root),
  ];
  const all = [...written.values(), packsPage(packs, written), ...single, ...[...sections, ...packs].flatMap(pagesOf)];
  // The page of a pack replaces the document, because it has links.
  const pages = [...new Map(all.map((page) => [page.path, page])).values()];
  return { site: { pages, written, sections, packs, single }, sample };

  function of(title: string): Referred {
    const found = reference.find((section) => section.title === title);
    if (!found) {
      throw new Error(`the reference has no section \`${title}\``);
    }
    return found;
  }
}

/** Sections of the reference whose entries are not in the engine's vocabulary. */
const ENTRIES = [
  { title: "Extraction", path: "reference/extraction", more: "/rules#extraction-xpath" },
  { title: "Expressions", path: "reference/expressions", more: "/expressions" },
  { title: "Library", path: "reference/library", more: "/library" },
  { title: "Elements", path: "reference/elements", more: "/elements" },
];

function pagesOf({ page, pages }: Section): Page[] {
  return [page, ...pages];
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
