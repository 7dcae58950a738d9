/** The sidebar: what a newcomer reads first stands first, and the section of the page at hand is open. */

import type { DefaultTheme } from "vitepress";
import { hrefOf, type Page, type Section } from "./page.ts";

/** All pages, and how they belong together. */
export interface Made {
  /** Each page once. */
  pages: readonly Page[];
  /** Those that people write, by path. */
  written: ReadonlyMap<string, Page>;
  /** The sections of the reference. */
  sections: readonly Section[];
  /** Those of rule packs. */
  packs: readonly Section[];
  /** Pages of the reference that are no section. */
  single: readonly Page[];
}

type Item = DefaultTheme.SidebarItem;

/** What people read, by the headings that it stands under. A document that is under none stands under the last one. */
const HEADINGS = [
  { text: "Start", documents: ["index", "tutorial", "configuration", "command-line", "playground"] },
  {
    text: "How to",
    documents: [
      "how-to/textures-power-of-two",
      "how-to/broken-references",
      "how-to/duplicate-ids",
      "how-to/check-only-changes",
      "how-to/old-project",
      "how-to/write-a-function",
      "how-to/test-a-rule",
      "how-to/slow-rule",
      "how-to/from-the-old-checker",
    ],
  },
  {
    text: "Cookbook",
    documents: [
      "cookbook/index",
      "cookbook/xml-definitions",
      "cookbook/json-data",
      "cookbook/unity",
      "cookbook/godot",
      "cookbook/gltf",
      "cookbook/textures",
      "cookbook/sounds",
      "cookbook/packages",
      "cookbook/asset-lists",
      "cookbook/conversion-rules",
    ],
  },
  { text: "Rules", documents: ["rules", "expressions", "elements", "library", "migrating"] },
  { text: "Systems", documents: ["asset-lists", "packages", "definitions", "conversion-rules", "gltf"] },
  {
    text: "In CI",
    documents: ["ci", "reports", "known-findings", "checking-untrusted-changes", "reference/exit-codes"],
  },
  { text: "Inside", documents: ["npm-package", "design", "glossary", "speed", "contributing"] },
];

/** A sidebar for each section, by the address that its pages begin with, and one for all other pages. */
export function sidebars(made: Made): Record<string, Item[]> {
  const open = [...made.sections, ...made.packs].map((section) => {
    return [hrefOf(section.page), sidebar(made, section)] as const;
  });
  return Object.fromEntries([...open, ["/", sidebar(made)]]);
}

/** With a section open, the heading that it stands under is the first one. */
function sidebar(made: Made, open?: Section): Item[] {
  const groups = headings(made);
  const packs = made.packs.map((section) => sectionItem(section, open));
  const reference = [
    ...made.sections.map((section) => sectionItem(section, open)),
    ...made.single.filter(isNowhere).map(pageItem),
  ];
  const after = groups.findIndex(({ text }) => text === "Rules") + 1;
  const generated = [
    {
      text: "Rule packs",
      items: [{ text: "All packs", link: "/packs/" }, ...packs, { text: "samples", link: "/packs/samples" }],
    },
    { text: "Reference", items: reference },
  ];
  const all: Item[] = [...groups.slice(0, after), ...generated, ...groups.slice(after)];
  const first = all.filter(({ items = [] }) => items.some((item) => "items" in item));
  return [...first, ...all.filter((group) => !first.includes(group))];
}

/** The headings with their documents. */
function headings({ pages, written }: Made): Item[] {
  const left = [...written.values()].filter((page) => isNowhere(page) && !page.path.includes("/"));
  return HEADINGS.map(({ text, documents }, at) => {
    const named = documents.flatMap((path) => pages.filter((page) => page.path === path));
    return { text, items: [...named, ...(at === HEADINGS.length - 1 ? left : [])].map(pageItem) };
  });
}

/** Whether a page stands under none of the headings. */
function isNowhere({ path }: Page): boolean {
  return !HEADINGS.some(({ documents }) => documents.includes(path));
}

function sectionItem(section: Section, open?: Section): Item {
  const item = pageItem({ ...section.page, title: section.title });
  return section === open ? { ...item, items: section.pages.map(pageItem) } : item;
}

function pageItem(page: Page): Item {
  return { text: page.path === "index" ? "What it is" : page.title, link: hrefOf(page) };
}
