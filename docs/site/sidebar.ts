/** The sidebar. It begins with the pages for new users. The section of the current page is open. */

import type { DefaultTheme } from "vitepress";
import { hrefOf, type Page, type Section } from "./page.ts";

/** All pages, and their groups. */
export interface SitePages {
  /** All pages, each once. */
  pages: readonly Page[];
  /** The pages that are written by hand, by path. */
  written: ReadonlyMap<string, Page>;
  /** The sections of the reference. */
  sections: readonly Section[];
  /** The sections of the rule packs. */
  packs: readonly Section[];
  /** The pages of the reference that are not in a section. */
  single: readonly Page[];
}

type Item = DefaultTheme.SidebarItem;

/** The headings of the written pages. A document without a heading is added to the last one. */
const HEADINGS = [
  { text: "Start", documents: ["index", "tutorial", "configuration", "command-line", "playground"] },
  {
    text: "How to",
    documents: [
      "how-to/textures-power-of-two",
      "how-to/broken-references",
      "how-to/duplicate-ids",
      "how-to/check-only-changes",
      "how-to/check-on-many-machines",
      "how-to/old-project",
      "how-to/write-a-function",
      "how-to/test-a-rule",
      "how-to/rule-does-not-fire",
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

/** Returns a sidebar for each section, by the beginning of the addresses of its pages, and one for all other pages. */
export function sidebars(site: SitePages): Record<string, Item[]> {
  const open = [...site.sections, ...site.packs].map((section) => {
    return [hrefOf(section.page), sidebar(site, section)] as const;
  });
  return Object.fromEntries([...open, ["/", sidebar(site)]]);
}

/** Returns a sidebar. The heading of the open section comes first. */
function sidebar(site: SitePages, open?: Section): Item[] {
  const groups = headings(site);
  const packs = site.packs.map((section) => sectionItem(section, open));
  const reference = [
    ...site.sections.map((section) => sectionItem(section, open)),
    ...site.single.filter(isNowhere).map(pageItem),
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

/** Returns the headings with their documents. */
function headings({ pages, written }: SitePages): Item[] {
  const left = [...written.values()].filter((page) => isNowhere(page) && !page.path.includes("/"));
  return HEADINGS.map(({ text, documents }, at) => {
    const named = documents.flatMap((path) => pages.filter((page) => page.path === path));
    return { text, items: [...named, ...(at === HEADINGS.length - 1 ? left : [])].map(pageItem) };
  });
}

/** Returns true if no heading lists the page. */
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
