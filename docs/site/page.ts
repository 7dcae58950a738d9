/** A page of the site, and the sections that group pages. */

/** A page in Markdown. */
export interface Page {
  /** The path from the root of the site, without an extension: `reference/functions/exists`. */
  path: string;
  /** The title in lists, without markup. */
  title: string;
  /** The text, including the heading. */
  text: string;
}

/** A group of pages in the sidebar. */
export interface Section {
  /** The title in the sidebar. */
  title: string;
  /** The page of the section itself, which lists the pages in it. */
  page: Page;
  /** The pages in the section. */
  pages: readonly Page[];
}

/** Returns the address of a page from the root of the site, for links. */
export function hrefOf({ path }: Pick<Page, "path">): string {
  return `/${path}`.replace(/\/index$/, "/");
}

/** Returns the part of an address for a name: `exist-in` for `Exist in`, `file-path` for `{file.path}`. */
export function slugOf(name: string): string {
  const spelled = name.replace(/[<>=!]+/g, (signs) => ` ${[...signs].map((sign) => SIGNS[sign]).join("-or-")} `);
  return spelled
    .replace(/[^\w]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}

/** The characters of comparison operators, each with its word in addresses. */
const SIGNS: Record<string, string> = { "<": "less", ">": "more", "=": "equal", "!": "not" };
