/** Detects the kinds of files in a folder, for `assay init`. */

import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";

/** The files of a folder by their kind. */
export interface DetectedFiles {
  /** The number of files. */
  files: number;
  /** Folders of tools that are no part of a project, as patterns of an ignore file. */
  tools: string[];
  /** Files that end in `.xml`, except those of conversion rules. */
  xml: string[];
  /** The tags of the root elements of `xml`; empty if there are too many documents to read all of them. */
  roots: string[];
  /** Other extensions whose files are XML (`xmlLike`), YAML (`yaml`) or Godot's (`godot`). */
  xmlLike: string[];
  yaml: string[];
  godot: string[];
  /** Extensions whose files are mostly empty, such as markers. */
  mayBeEmpty: string[];
  /** Files that end in `.json`. */
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

/** The maximum number of files of each extension that are read, taken from all folders that have some. */
const SAMPLE = 60;

/** Extensions whose files are XML, YAML or Godot's; for other extensions, the content decides. */
const XML = ["repository", "iworld", "ilevel", "sbc", "svg", "dae", "mtlx"];
const YAML = ["yaml", "yml"];
const GODOT = ["tscn", "tres", "import", "godot"];

/** Extensions whose files may look like XML, and need not be well-formed. */
const NO_XML = /^(?:html?|xhtml|php|vue|svelte|aspx?|jsp|md|txt|xsd|assetlist|xml)$/;

/** Matches formats that use the extension of YAML but are not YAML, such as MiniYaml. */
const INDENTED_BY_TABS = /^\t+\S/m;

/** The maximum number of XML documents for which the tags of their roots are read. */
const LOOKED_INTO = 5000;

/** The bytes of a document in which its root is looked for. */
const HEAD = 4096;

/** The bytes in which it is looked for if these do not have it. */
const LONG_HEAD = 1 << 20;

/** The bytes at the end of an archive in which the name of a package's description is looked for: its directory lies there. */
const TAIL = 1 << 20;

/** Where npm keeps packages; git is told to leave it out, and not everybody does. */
const OF_NPM = /(?:^|\/)node_modules\//;

/** Looks at the files of a folder, by their names and, where these do not tell, at their beginning or end. */
export function detectFiles(folder: string, all: readonly string[]): DetectedFiles {
  const files = all.filter((path) => !OF_NPM.test(path));
  const of = (pattern: RegExp) => files.filter((path) => pattern.test(path)).sort();
  const isFilled = (path: string) => (statSync(`${folder}/${path}`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  const xml = of(/\.xml$/i).filter((path) => !/(?:^|\/)asset_rules\.xml$/.test(path));
  const head = (path: string) => part(`${folder}/${path}`, "head", HEAD);
  const definitions = of(/\.sbc$/i).filter((path) => areDefinitions(head(path)));
  const kinds = [...byExtension(files.filter((path) => !definitions.includes(path) && !OWN.test(path)))];
  const kind = (is: (extension: string, heads: readonly string[]) => boolean) => {
    const heads = (paths: readonly string[]) =>
      spread(paths, SAMPLE)
        .map(head)
        .filter((text) => text.trim() !== "");
    return kinds.filter(([extension, paths]) => is(extension, heads(paths))).map(([extension]) => extension);
  };
  const most = (heads: readonly string[], like: RegExp) => {
    return heads.length > 0 && heads.filter((text) => like.test(text)).length * 2 > heads.length;
  };
  const roots = (xml.length > LOOKED_INTO ? [] : xml).map((path) => {
    // Long comments may come first.
    return rootOf(head(path)) ?? rootOf(part(`${folder}/${path}`, "head", LONG_HEAD));
  });
  return {
    files: files.length,
    tools: files.length < all.length ? ["node_modules/"] : [],
    xml,
    roots: [...new Set(roots.filter((tag) => tag !== undefined))].sort(),
    xmlLike: kind((extension, heads) => {
      return (
        (XML.includes(extension) && heads.length > 0) || (!NO_XML.test(extension) && most(heads, /^\W{0,3}<\?xml\s/))
      );
    }),
    yaml: kind((extension, heads) => {
      const isOther = heads.length > 2 && most(heads, INDENTED_BY_TABS);
      const isNamed = YAML.includes(extension) && heads.length > 0 && !isOther;
      return isNamed || most(heads, /^\W{0,3}(?:%YAML|fileFormatVersion:)/);
    }),
    mayBeEmpty: kinds
      .filter(([, paths]) => mostlyEmpty(spread(paths, SAMPLE), isFilled))
      .map(([extension]) => extension),
    godot: kind((extension, heads) => GODOT.includes(extension) && heads.length > 0),
    json: of(/\.json$/i),
    pictures: of(/\.(?:png|tga|dds|jpe?g|psd|exr|hdr|tiff?|bmp|webp|ktx2)$/i).filter(isFilled),
    gltf: of(/\.(?:gltf|glb|vrm)$/i).filter(isFilled),
    lists: of(/\.assetlist$/i),
    packages: of(/\.zip$/i).filter((path) => part(`${folder}/${path}`, "tail", TAIL).includes("metadata.json")),
    definitions,
    conversion: of(/(?:^|\/)asset_rules\.xml$/),
  };
}

/** The configuration of a check, which is read before any rule is. */
const OWN = /(?:^|\/)assay\.(?:ya?ml|json)$/;

/**
 * Returns true if a document begins like definitions that can be merged: the root is empty or begins with a definition.
 */
function areDefinitions(head: string): boolean {
  const plain = head.replace(/<!--[\s\S]*?-->/g, "").replace(/<\?[\s\S]*?\?>/g, "");
  return /^\W{0,3}\s*<Definitions(?:\s[^>]*)?(?:\/>|>\s*(?:<Definition[\s/>]|<\/Definitions>))/.test(plain);
}

/** Returns true if more than half of at least three files are empty. */
function mostlyEmpty(paths: readonly string[], isFilled: (path: string) => boolean): boolean {
  return paths.length > 2 && paths.filter((path) => !isFilled(path)).length * 2 > paths.length;
}

function add(lists: Map<string, string[]>, key: string, path: string) {
  const list = lists.get(key);
  list === undefined ? lists.set(key, [path]) : list.push(path);
}

/** Files by their extensions, in lower case; those without one are left out. */
function byExtension(files: readonly string[]): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  for (const path of files) {
    const extension = /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
    if (extension !== undefined) {
      add(kinds, extension, path);
    }
  }
  return new Map([...kinds].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Some of the files: one of each folder, then another one of each, and so on. */
function spread(files: readonly string[], most: number): string[] {
  const folders = new Map<string, string[]>();
  for (const path of [...files].sort()) {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    add(folders, folder, path);
  }
  const chosen: string[] = [];
  for (let turn = 0; chosen.length < Math.min(most, files.length); turn += 1) {
    chosen.push(...[...folders.values()].flatMap((paths) => paths[turn] ?? []).slice(0, most - chosen.length));
  }
  return chosen;
}

/** The tag of a document's root, where it is a plain one. */
function rootOf(head: string): string | undefined {
  const plain = head.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
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

/** The files by extension into which no first rule looks, most first; `covered` are the extensions into which one does. */
export function missed(all: readonly string[], covered: readonly string[]): [kind: string, count: number][] {
  const kinds = new Map<string, number>();
  for (const path of all.filter((path) => !OF_NPM.test(path) && !OWN.test(path))) {
    const extension = /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase();
    if (extension === undefined || !covered.includes(extension)) {
      const kind = extension === undefined ? "without extension" : `.${extension}`;
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
  }
  return [...kinds].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

/** Returns the number of files in all and of each kind, in words. */
export function describeFiles({
  files,
  xml,
  json,
  pictures,
  gltf,
  lists,
  packages,
  definitions,
  conversion,
}: DetectedFiles): string {
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
