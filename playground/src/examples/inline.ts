/** Files of examples, as the build inserts them into the page. */

import type { Content } from "../project.ts";

/** The files of a folder by path, as the build inserts them: strings, or bytes as hexadecimal digits. */
export type InlineFolder = Readonly<Record<string, string | { hex: string }>>;

/** The files of an example, as the build inserts them. */
export interface InlineProject {
  /** Rule files and the files that they name. */
  rules: InlineFolder;
  files: InlineFolder;
  /** The file under check to open; the first if it is left out. */
  open?: string;
}

export function folderOf(files: InlineFolder): ReadonlyMap<string, Content> {
  return new Map(Object.entries(files).map(([path, content]) => [path, contentOf(content)]));
}

function contentOf(content: InlineFolder[string]): Content {
  return typeof content === "string" ? content : new Blob([bytesOfHex(content.hex)]);
}

/** Returns the bytes that pairs of hexadecimal digits encode. Characters between the pairs are ignored. */
export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/[\da-f]{2}/gi) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Returns the paths and strings of a folder, for the search. */
export function searchedText(files: InlineFolder): string {
  return Object.entries(files)
    .map(([path, content]) => (typeof content === "string" ? `${path}\n${content}` : path))
    .join("\n");
}
