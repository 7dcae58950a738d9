/** `assay step list`: lists the files of a folder in blocks. */

import { statSync } from "node:fs";
import { resolve } from "node:path";
import { instantiate } from "../../core.js";
import { walk } from "../../node/walk.js";
import { inForce } from "../config/in-force.js";
import { readLocation } from "../config/options.js";
import type { Engine } from "../engine.js";
import { walkOptions } from "../files.js";
import { requireFolder } from "../inputs.js";
import type { FileOptions, ParsedOptions } from "../options/common.js";
import { isDraft } from "../outputs.js";
import { Events } from "./events.js";
import { recordsOfInventory } from "./inventory.js";
import { FORM, MANIFEST, type Manifest, UNREADABLE, writeBlocks } from "./manifest.js";
import { SortedRecords } from "./sorted-records.js";
import { StepFolder } from "./step-folder.js";

/** The options of `assay step list`. */
export interface ListRequest extends ParsedOptions, FileOptions {
  /** The folder of the check. */
  dir: string;
  /** A CSV file with the paths, sizes and times of the files; without it, the folder is searched. */
  inventory: string | undefined;
  /** The average number of files in a block. */
  blockSize: number;
}

/** What listing finds besides files. */
type Around = Pick<Manifest, "outside" | "ignored" | "problems">;

/** Lists the files, and returns the exit code. */
export async function list(request: ListRequest, engine: Engine): Promise<number> {
  const force = await inForce(request.given, async () => instantiate(await engine()), request.root);
  const { root, ignoring } = readLocation(request, force);
  requireFolder(root, "there is nothing to list at", "name the folder that the paths in rules start from");
  const folder = new StepFolder(request.dir);
  const records = new SortedRecords(`${request.dir}/sorting-${process.pid}`);
  try {
    const around =
      request.inventory === undefined
        ? listFolder(root, walkOptions(root, ignoring), records)
        : await listInventory(request.inventory, records);
    const blocks = writeBlocks(folder, statesOf(root, records), request.blockSize);
    const manifest = { version: FORM, root: resolve(root), blocks, ...around } satisfies Manifest;
    folder.write(MANIFEST, JSON.stringify(manifest));
    const files = blocks.reduce((sum, { count }) => sum + count, 0);
    await new Events("list").end({ files, blocks: blocks.length });
    return 0;
  } finally {
    records.dispose();
  }
}

function listFolder(root: string, options: ReturnType<typeof walkOptions>, records: SortedRecords): Around {
  const push = (path: string) => {
    if (!isDraft(path)) {
      records.add(path, "");
    }
  };
  const { others, outside, ignored, problems } = walk(root, { ...options, files: { push } });
  others.forEach(push);
  return { outside, ignored: ignored.size, problems };
}

async function listInventory(file: string, records: SortedRecords): Promise<Around> {
  for await (const [path, facts] of recordsOfInventory(file)) {
    records.add(path, facts);
  }
  return { outside: [], ignored: 0, problems: [] };
}

/** Yields the records with the state of each file that has none yet. */
function* statesOf(root: string, records: SortedRecords): Generator<readonly [path: string, facts: string]> {
  for (const [path, facts] of records.all()) {
    yield facts === "" ? [path, stateOf(`${root}/${path}`)] : [path, facts];
  }
}

function stateOf(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size},${mtimeMs}`;
  } catch {
    // Reading it reports the error, if a rule matches it.
    return `${UNREADABLE},0`;
  }
}
