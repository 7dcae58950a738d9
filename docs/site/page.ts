/** A page of the site, and the sections that pages stand in. */

/** A page in Markdown. */
export interface Page {
  /** Where it is, from the root of the site, without ending: `reference/functions/exists`. */
  path: string;
  /** What lists call it, without any mark-up. */
  title: string;
  /** Its text, its heading included. */
  text: string;
}

/** Pages that stand together in the sidebar. */
export interface Section {
  /** What the sidebar calls it. */
  title: string;
  /** Its own page, which lists the others. */
  page: Page;
  /** The pages in it. */
  pages: readonly Page[];
}

/** The address of a page from the root of the site, for links. */
export function hrefOf({ path }: Pick<Page, "path">): string {
  return `/${path}`.replace(/\/index$/, "/");
}

/** A part of an address that is made of a name: `Exist in` is `exist-in`, `{file.path}` is `file-path`. */
export function slugOf(name: string): string {
  const spelled = name.replace(/[<>=!]+/g, (signs) => ` ${[...signs].map((sign) => SIGNS[sign]).join("-or-")} `);
  return spelled
    .replace(/[^\w]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
}

/** The signs of comparisons, which no address holds as they are. */
const SIGNS: Record<string, string> = { "<": "less", ">": "more", "=": "equal", "!": "not" };
