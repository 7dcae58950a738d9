/** The manifest: the files of a project in blocks of sorted paths, so that no process has to hold all paths. */

import type { SourceProblem } from "../../source.js";
import { compareBytes } from "../byte-order.js";
import type { FileRecord } from "./sorted-records.js";
import { hashOf, type StepFolder } from "./step-folder.js";

/**
 * A listed file: its path, its size in bytes, and its version. That is the time of its last change in milliseconds or,
 * in object storage, its tag.
 */
export type ListedFile = readonly [path: string, size: number, version: number | string];

/** The size of something that is not a file that can be read, such as a broken link. */
export const UNREADABLE = -1;

export interface ManifestBlock {
  first: string;
  count: number;
  /** A hash of the list of its files, which is also the name of the file that has this list. */
  hash: string;
}

/** The facts of the manifest about the project, besides the lists of files. */
export interface Manifest {
  version: number;
  /** The folder of the files, or the address of a bucket. */
  root: string;
  /** The configuration of the project, if it has one. */
  config: string | undefined;
  /** The time when the files were listed. */
  listed: string;
  blocks: ManifestBlock[];
  /** Links out of the folder, which were not followed. */
  outside: string[];
  /** The number of files and folders that were ignored. */
  ignored: number;
  /** The problems that were met while the files were listed. */
  problems: SourceProblem[];
}

/** The version of the files that steps exchange. */
export const FORMAT_VERSION = 1;

export const MANIFEST = "manifest.json";

export class BlockWriter {
  readonly #folder: StepFolder;
  readonly #size: number;
  readonly #blocks: ManifestBlock[] = [];
  #lines: string[] = [];
  #first = "";

  /** Writes to `folder`. Blocks have about `size` files. */
  constructor(folder: StepFolder, size: number) {
    this.#folder = folder;
    this.#size = size;
  }

  add([path, facts]: FileRecord): void {
    if (isCut(path, this.#lines.length, this.#size)) {
      this.#endBlock();
    }
    this.#first = this.#lines.length === 0 ? path : this.#first;
    this.#lines.push(`[${JSON.stringify(path)},${facts}]\n`);
  }

  /** Returns the blocks, once all files have been added. */
  end(): ManifestBlock[] {
    // A project without files has a block as well, so that there is one to check.
    this.#endBlock();
    return this.#blocks;
  }

  #endBlock(): void {
    const text = this.#lines.join("");
    const hash = hashOf(text);
    if (!this.#folder.has(blockName(hash))) {
      this.#folder.write(blockName(hash), text);
    }
    // A copy, because V8 would keep the whole text that the path was cut from.
    this.#blocks.push({ first: Buffer.from(this.#first).toString(), count: this.#lines.length, hash });
    this.#lines = [];
  }
}

/**
 * Returns true if a block of `count` files ends before `path`: blocks have at least half of `size` files and at most
 * twice as many. A hash of the path decides, so that a new file changes only its own block.
 */
function isCut(path: string, count: number, size: number): boolean {
  const half = Math.ceil(size / 2);
  // The engine assigns a file in an archive to the block of the archive.
  return count >= half && (count >= 2 * size || numberOf(path) % half === 0) && !path.includes("!/");
}

function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

function blockName(hash: string): string {
  return `manifest/${hash.slice(0, 2)}/${hash}.jsonl`;
}

export class ManifestReader {
  readonly #folder: StepFolder;
  readonly blocks: readonly ManifestBlock[];
  /** The blocks that were read last, with their files by path. */
  readonly #recent = new Map<number, Map<string, ListedFile>>();

  constructor(folder: StepFolder, { blocks }: Manifest) {
    this.#folder = folder;
    this.blocks = blocks;
  }

  /**
   * Returns the files of the block with this number, from 0, by path, in their order.
   *
   * @throws An error if the list of the block is missing.
   */
  files(number: number): Map<string, ListedFile> {
    let files = this.#recent.get(number);
    if (files === undefined) {
      files = this.#read(number);
      const [oldest] = this.#recent.keys();
      if (this.#recent.size >= 8 && oldest !== undefined) {
        this.#recent.delete(oldest);
      }
      this.#recent.set(number, files);
    }
    return files;
  }

  #read(number: number): Map<string, ListedFile> {
    const { hash = "" } = this.blocks[number] ?? {};
    const text = this.#folder.read(blockName(hash));
    if (text === undefined) {
      throw new Error(`the list of files of block ${number + 1} is missing: ${blockName(hash)}`);
    }
    const files = JSON.parse(`[${text.toString().trimEnd().replaceAll("\n", ",")}]`) as ListedFile[];
    return new Map(files.map((file) => [file[0], file]));
  }

  /** Returns what is listed about the file at `path`; undefined if it is not listed. */
  find(path: string): ListedFile | undefined {
    return this.files(this.blockOf(path)).get(path);
  }

  /** Returns the number of the block that a path belongs to, from 0. */
  blockOf(path: string): number {
    let [low, high] = [0, this.blocks.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      [low, high] = compareBytes(this.blocks[middle]?.first ?? "", path) <= 0 ? [middle, high] : [low, middle];
    }
    return low;
  }
}
