/** A survey of a folder for `assay init`: all names, and the beginning of some files of each extension and folder. */

import { fstatSync, readSync } from "node:fs";
import { attempt } from "../../attempt.js";
import { encodingByMark } from "../../encodings.js";
import { reading } from "../../node/regular.js";
import { grouped } from "../grouped.js";

/** Matches files that npm has installed. Not every project has git ignore them. */
const OF_NPM = /(?:^|\/)node_modules\//;

/** Matches configurations of Assay, which are read before any rule is. */
const OWN = /(?:^|\/)assay\.(?:ya?ml|json)$/;

/** Matches files whose name or folder is hidden: settings of tools, not assets. */
const HIDDEN = /(?:^|\/)\./;

/** The maximum number of files that are read of each extension, taken from all folders that have some. */
const SAMPLE = 60;

/** The number of bytes at the beginning of a file that are read. */
const HEAD = 4096;

/** The bytes in which JSON is parsed and the root of XML is searched: long comments may come first. */
const LONG_HEAD = 1 << 20;

/** Matches a byte order mark: of UTF-8, with one character for each byte, or decoded. */
const BYTE_ORDER_MARK = /^(?:\u00ef\u00bb\u00bf|\ufeff)/;

/** The number of bytes at the end of an archive that are read: the names of its files are there. */
const TAIL = 1 << 20;

/** The files of a folder, and the beginning of some of them. */
export class Survey {
  /** The number of files, without those of npm. */
  readonly size: number;
  /** Folders of tools that are not part of the project, as patterns of an ignore file. */
  readonly tools: readonly string[];
  /** The files of the project, sorted: neither hidden nor configurations of Assay. */
  readonly files: readonly string[];
  /** These files by their extensions, in lower case. Files without an extension are not included. */
  readonly extensions: ReadonlyMap<string, readonly string[]>;
  readonly #folder: string;
  readonly #heads = new Map<string, string>();

  /** Creates the survey of a folder that has `all` these files. */
  constructor(folder: string, all: readonly string[]) {
    const own = all.filter((path) => !OF_NPM.test(path));
    this.#folder = folder;
    this.size = own.length;
    this.tools = own.length < all.length ? ["node_modules/"] : [];
    this.files = own.filter((path) => !HIDDEN.test(path) && !OWN.test(path)).sort();
    this.extensions = grouped(this.files, (path) => /[^/]\.([^./]+)$/.exec(path)?.[1]?.toLowerCase());
  }

  /** Returns the files whose paths match a pattern. */
  named(pattern: RegExp): string[] {
    return this.files.filter((path) => pattern.test(path));
  }

  /** Returns the files with one of these extensions. */
  of(...extensions: string[]): string[] {
    return extensions.flatMap((extension) => this.extensions.get(extension) ?? []);
  }

  /** Returns the beginning of a file; an empty string if it cannot be read, which a check reports. */
  head(path: string): string {
    // Many kinds of projects are recognised by the same files.
    const known = this.#heads.get(path) ?? this.#part(path, "head", HEAD);
    this.#heads.set(path, known);
    return known;
  }

  /** Returns the names of the files in a zip archive, and the bytes between them. */
  listing(path: string): string {
    return this.#part(path, "tail", TAIL);
  }

  /** Returns some of the files that are not empty, from all folders that have some. */
  sample(paths: readonly string[]): string[] {
    return spread(paths, SAMPLE).filter((path) => this.head(path).trim() !== "");
  }

  /** Returns true if most of the files are as `is` says. Empty files do not count. */
  areMostly(paths: readonly string[], is: (path: string) => boolean): boolean {
    const sample = this.sample(paths);
    return sample.length > 0 && sample.filter(is).length * 2 > sample.length;
  }

  /** Returns true for a JSON document. Of a long document only the beginning is known. */
  isJson(path: string): boolean {
    if (!/^\s*[{[]/.test(this.head(path).replace(BYTE_ORDER_MARK, ""))) {
      return false;
    }
    const text = this.#part(path, "head", LONG_HEAD).replace(BYTE_ORDER_MARK, "");
    return attempt(() => JSON.parse(text)) !== undefined || text.length === LONG_HEAD;
  }

  /** Returns the tag of an XML document's root; undefined if it has no plain one. */
  root(path: string): string | undefined {
    return rootOf(this.head(path)) ?? rootOf(this.#part(path, "head", LONG_HEAD));
  }

  #part(path: string, which: "head" | "tail", length: number): string {
    return attempt(() => part(`${this.#folder}/${path}`, which, length)) ?? "";
  }
}

/** Returns the folder of a file, with a `/` at its end. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** Returns at most `most` of the files: one of each folder, then another one of each, and so on. */
function spread(files: readonly string[], most: number): string[] {
  const folders = grouped(files, folderOf);
  const chosen: string[] = [];
  for (let turn = 0; chosen.length < Math.min(most, files.length); turn += 1) {
    chosen.push(...[...folders.values()].flatMap((paths) => paths[turn] ?? []).slice(0, most - chosen.length));
  }
  return chosen;
}

/** Returns the tag of a document's root; undefined if no tag is outside of comments. */
function rootOf(head: string): string | undefined {
  const plain = head.replace(/<!--[\s\S]*?(?:-->|$)/g, "");
  return /<([A-Za-z_][\w.-]*)[\s/>]/.exec(plain)?.[1];
}

/** Returns the first or last bytes of a file as one character each, or decoded if a mark of UTF-16 is found. */
function part(path: string, which: "head" | "tail", length: number): string {
  return reading(path, (file) => {
    const from = which === "head" ? 0 : Math.max(0, fstatSync(file).size - length);
    const bytes = Buffer.alloc(length);
    const read = bytes.subarray(0, readSync(file, bytes, 0, length, from));
    const encoding = encodingByMark(read);
    // One character for each byte, because `isJson` recognises a document that was cut by its length.
    return encoding === "utf-8" ? read.toString("latin1") : new TextDecoder(encoding).decode(read);
  });
}
