/** The configuration of VitePress. It builds the site from the pages that `site/` writes into `pages/`. */

import { readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { languageAlias, theme } from "./colours.ts";
import { accessibleSearch } from "./search.ts";

const sidebar = JSON.parse(readFileSync(new URL("pages/sidebar.json", import.meta.url), "utf8"));

/** Returns the anchor of a heading as GitHub makes it, so that links in the documents work in both places. */
function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
}

export default defineConfig({
  srcDir: ".vitepress/pages",
  title: "Assay",
  description: "Checks game-art assets against rules.",
  lang: "en",
  // The playground and the samples are copied next to the pages.
  ignoreDeadLinks: [/^\/play\//, /^\/samples\//],
  metaChunk: true,
  head: [["meta", { name: "referrer", content: "no-referrer" }]],
  transformHead: ({ siteData }) => [["link", { rel: "icon", type: "image/svg+xml", href: `${siteData.base}icon.svg` }]],
  // Rules contain `{…}`, which must not be read as attributes of links and headings.
  markdown: { theme, languageAlias, anchor: { slugify }, attrs: { leftDelimiter: "{:" } },
  // The index for the search is a single file. It is fetched with the first search.
  vite: { build: { chunkSizeWarningLimit: 4_000 }, plugins: [accessibleSearch()] },
  themeConfig: {
    logo: "/icon.svg",
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Rules", link: "/rules" },
      { text: "Packs", link: "/packs/" },
      { text: "Reference", link: "/reference/commands/" },
      { text: "Playground", link: "/play/", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    notFound: {
      title: "Page not found",
      quote: "The address may have a typing error, or the page has a new name. Use the search to find it.",
      linkLabel: "Go to the start page",
      linkText: "Go to the start page",
    },
    docFooter: { prev: false, next: false },
  },
});
