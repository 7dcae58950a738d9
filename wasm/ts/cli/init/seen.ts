/** What lies in a folder, as far as `assay init` has something to say of it. */

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

/** What files are to a project. */
export interface Seen {
  /** How many files there are. */
  files: number;
  /** Folders of tools that are no part of a project, as patterns of an ignore file. */
  tools: string[];
  /** Documents in XML of no kind that is named below. */
  xml: string[];
  /** The tags of their roots; none when there are too many documents to look into. */
  roots: string[];
  /** The same in JSON. */
  json: string[];
  /** Pictures that are not empty. */
  pictures: string[];
  /** Documents of glTF that are not empty. */
  gltf: string[];
  /** Asset lists. */
  lists: string[];
  /** Archives that assets are exchanged in. */
  packages: string[];
  /** Files of definitions. */
  definitions: string[];
  /** Files of conversion rules. */
  conversion: string[];
}

/** Up to so many documents are looked into for the tags of their roots. */
const LOOKED_INTO = 5000;

/** The bytes of a document in which its root is looked for. */
const HEAD = 4096;

/** The bytes at the end of an archive in which the name of a package's description is looked for: its directory lies there. */
const TAIL = 1 << 20;

/** Where npm keeps packages; git is told to leave it out, and not everybody does. */
const OF_NPM = /(?:^|\/)node_modules\//;

/** Looks at the files of a folder, by their names and, where these do not tell, at their beginning or end. */
export function look(folder: string, all: readonly string[]): Seen {
  const files = all.filter((path) => !OF_NPM.test(path));
  const of = (pattern: RegExp) => files.filter((path) => pattern.test(path)).sort();
  const isFilled = (path: string) => (statSync(`${folder}/${path}`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const xml = of(/\.xml$/i).filter((path) => !/(?:^|\/)asset_rules\.xml$/.test(path));
  const roots = (xml.length > LOOKED_INTO ? [] : xml).map((path) => rootOf(part(`${folder}/${path}`, "head", HEAD)));
  return {
    files: files.length,
    tools: files.length < all.length ? ["node_modules/"] : [],
    xml,
    roots: [...new Set(roots.filter((tag) => tag !== undefined))].sort(),
    json: of(/\.json$/i),
    pictures: of(/\.(?:png|tga|dds|jpe?g|psd|exr|hdr|tiff?|bmp|webp|ktx2)$/i).filter(isFilled),
    gltf: of(/\.(?:gltf|glb|vrm)$/i).filter(isFilled),
    lists: of(/\.assetlist$/i),
    packages: of(/\.zip$/i).filter((path) => part(`${folder}/${path}`, "tail", TAIL).includes("metadata.json")),
    definitions: of(/\.sbc$/i),
    conversion: of(/(?:^|\/)asset_rules\.xml$/),
  };
}

/** The tag of a document's root, where it is a plain one. */
function rootOf(head: string): string | undefined {
  const plain = head.replace(/<!--[\s\S]*?-->/g, "");
  return /<([A-Za-z_][\w.-]*)[\s/>]/.exec(plain)?.[1];
}

/** The first or the last bytes of a file, one character each unless they say that they are UTF-16; nothing of a file that cannot be read: a check says so. */
function part(path: string, which: "head" | "tail", length: number): string {
  try {
    const file = openSync(path, "r");
    try {
      const from = which === "head" ? 0 : Math.max(0, fstatSync(file).size - length);
      const bytes = Buffer.alloc(length);
      const read = bytes.subarray(0, readSync(file, bytes, 0, length, from));
      const mark = read.readUInt16BE(0);
      const isWide = mark === 0xfffe || mark === 0xfeff;
      return isWide ? new TextDecoder(mark === 0xfffe ? "utf-16le" : "utf-16be").decode(read) : read.toString("latin1");
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

/** What was seen, in words. */
export function seenInWords({
  files,
  xml,
  json,
  pictures,
  gltf,
  lists,
  packages,
  definitions,
  conversion,
}: Seen): string {
  const counted = [
    [xml.length, "XML document", "XML documents"],
    [json.length, "JSON document", "JSON documents"],
    [pictures.length, "picture", "pictures"],
    [gltf.length, "glTF document", "glTF documents"],
    [lists.length, "asset list", "asset lists"],
    [packages.length, "package", "packages"],
    [definitions.length, "file of definitions", "files of definitions"],
    [conversion.length, "file of conversion rules", "files of conversion rules"],
  ] as const;
  const told = counted
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  const all = `${files} ${files === 1 ? "file" : "files"}`;
  return told.length === 0 ? all : `${all}, among them ${told.join(", ")}`;
}
