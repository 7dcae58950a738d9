/** `assay step list`: lists the files of a folder in blocks. */

import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { instantiate } from "../../core.js";
import type { Ignored } from "../../ignored.js";
import { type WalkOptions, walk } from "../../node/walk.js";
import { FIELDS } from "../cache/access-log.js";
import { type FolderPlace, MAX_THREADS, statesTogether } from "../cache/states.js";
import { inForce } from "../config/in-force.js";
import { readLocation } from "../config/options.js";
import type { Engine } from "../engine.js";
import { type IgnoreSettings, ignoringOf, pathsInside, walkOptions } from "../files.js";
import { requireFolder } from "../inputs.js";
import type { FileOptions, ParsedOptions } from "../options/common.js";
import { isDraft } from "../outputs.js";
import { Refusal } from "../refusal.js";
import { Threads } from "../threads.js";
import { Bucket, isBucket } from "./bucket.js";
import { Events } from "./events.js";
import { recordsOfInventory } from "./inventory.js";
import { BlockWriter, FORMAT_VERSION, MANIFEST, type Manifest, UNREADABLE } from "./manifest.js";
import { SortedRecords } from "./sorted-records.js";
import { stepFolder } from "./step-folder.js";

export interface ListRequest extends ParsedOptions, FileOptions {
  dir: string;
  /** A CSV file with the paths, sizes and times of the files; without it, the folder is searched. */
  inventory: string | undefined;
  /** The average number of files in a block. */
  blockSize: number;
}

/** The facts that listing finds besides files. */
type Around = Pick<Manifest, "outside" | "ignored" | "problems">;

/** Lists the files, and returns the exit code. */
export async function list(request: ListRequest, engine: Engine): Promise<number> {
  const force = await inForce(request.given, async () => instantiate(await engine()), request.root);
  const isRemote = isBucket(request.root ?? "");
  const { root: found, ignoring } = readLocation(isRemote ? { ...request, root: "." } : request, force);
  const root = isRemote ? (request.root ?? "") : resolve(found);
  if (!isRemote) {
    requireFolder(found, "there is nothing to list at", "name the folder that the paths in rules start from");
  }
  const folder = stepFolder(request.dir);
  const records = new SortedRecords(sortingFolder(request.dir));
  try {
    const around =
      request.inventory !== undefined
        ? await listInventory(request.inventory, isRemote, records)
        : isRemote
          ? listBucket(root, ignoring, records)
          : listFolder(root, request.dir, walkOptions(root, ignoring), records);
    const writer = new BlockWriter(folder, request.blockSize);
    if (isRemote || request.inventory !== undefined) {
      for (const record of records.all()) {
        writer.add(record);
      }
    } else {
      await addWithStates(writer, records, { root, outside: around.outside });
    }
    const blocks = writer.end();
    const listed = new Date().toISOString();
    const file = force.configuration?.file.path;
    const config = file === undefined ? undefined : resolve(file);
    const manifest = { version: FORMAT_VERSION, root, config, listed, blocks, ...around } satisfies Manifest;
    folder.write(MANIFEST, JSON.stringify(manifest));
    const files = blocks.reduce((sum, { count }) => sum + count, 0);
    await new Events("list").end({ files, blocks: blocks.length });
    return 0;
  } finally {
    records.dispose();
  }
}

/** Returns a new folder for sorting, which no other process uses. */
function sortingFolder(dir: string): string {
  const folder = isBucket(dir) ? tmpdir() : dir;
  mkdirSync(folder, { recursive: true });
  return mkdtempSync(join(folder, "sorting-"));
}

/**
 * Returns a test for paths in `root` that are assets, and not lists and results in `dir` or unfinished reports.
 *
 * @throws {Refusal} When both are the same folder.
 */
export function assetTest(root: string, dir: string): (path: string) => boolean {
  const [own] = isBucket(dir) ? [] : pathsInside(root, [dir]);
  if (own === "") {
    throw new Refusal("the folder of the check is the folder to check", "name another folder for lists and results");
  }
  return (path) => !isDraft(path) && (own === undefined || !path.startsWith(`${own}/`));
}

function listFolder(root: string, dir: string, options: WalkOptions, records: SortedRecords): Around {
  const isAsset = assetTest(root, dir);
  const push = (path: string) => {
    if (isAsset(path)) {
      records.add(path, "");
    }
  };
  const { others, outside, ignored, problems } = walk(root, { ...options, files: { push } });
  others.forEach(push);
  return { outside, ignored: ignored.size, problems };
}

/** Lists the objects of a bucket. Of the ignore patterns, only those of the configuration apply. */
function listBucket(root: string, ignoring: IgnoreSettings | undefined, records: SortedRecords): Around {
  const own = ignoring === undefined ? undefined : ignoringOf(".", ignoring).own;
  let ignored = 0;
  for (const [path, size, tag] of new Bucket(root).list()) {
    if (isIgnored(path, own)) {
      ignored += 1;
    } else {
      records.add(path, `${size},${JSON.stringify(tag)}`);
    }
  }
  return { outside: [], ignored, problems: [] };
}

function isIgnored(path: string, own: Ignored | undefined): boolean {
  const parts = path.split("/");
  return parts.some((_, at) => {
    return own?.of(parts.slice(0, at + 1).join("/"), at < parts.length - 1)?.isIgnored === true;
  });
}

async function listInventory(file: string, isRemote: boolean, records: SortedRecords): Promise<Around> {
  for await (const [path, facts] of recordsOfInventory(file, isRemote)) {
    records.add(path, facts);
  }
  return { outside: [], ignored: 0, problems: [] };
}

/** The number of files whose states are requested at once. */
const PORTION = 40_000;
/** Adds all records to `writer`, with the states of the files in a folder. */
async function addWithStates(writer: BlockWriter, records: SortedRecords, place: FolderPlace): Promise<void> {
  const threads = new Threads(MAX_THREADS);
  let portion: string[] = [];
  const add = async () => {
    const states = await statesTogether(place, portion, threads);
    for (const [at, path] of portion.entries()) {
      const [size = UNREADABLE, modified = 0] = states.subarray(at * FIELDS, at * FIELDS + 2);
      // Reading a file without a state reports the error, if a rule matches the file.
      writer.add([path, Number.isNaN(size) || size < 0 ? `${UNREADABLE},0` : `${size},${modified}`]);
    }
    portion = [];
  };
  try {
    for (const [path] of records.all()) {
      portion.push(path);
      if (portion.length === PORTION) {
        await add();
      }
    }
    await add();
  } finally {
    threads.dispose();
  }
}
