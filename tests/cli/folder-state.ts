/** Reads the state of a folder, and compares it with an earlier state. */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type BigIntStats, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All entries of a folder, by path, each with properties that differ if a file was replaced. */
export type FolderState = ReadonlyMap<string, string>;

/** Returns the state of a folder and its subfolders, as far as they can be listed. */
export function readFolderState(folder: string): FolderState {
  const found = new Map<string, string>();
  const waiting = [""];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    for (const name of namesIn(join(folder, below))) {
      const path = below === "" ? name : `${below}/${name}`;
      const stats = lstatSync(join(folder, path), { bigint: true });
      found.set(path, markOf(stats));
      if (stats.isDirectory()) {
        waiting.push(path);
      }
    }
  }
  return found;
}

/** Returns the names in a folder, or none if it cannot be read. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns a string that changes when a file is written. That of a folder never changes. */
function markOf(stats: BigIntStats): string {
  return stats.isDirectory() ? "folder" : [stats.mode, stats.ino, stats.size, stats.mtimeNs].join(" ");
}

/** Returns the content of a file in the form of transcripts: the text, or size and digest of a binary file. */
function describeContent(content: Buffer): string {
  return isUtf8(content) && !content.includes(0)
    ? content.toString()
    : `(${content.length} bytes, SHA-256 ${createHash("sha256").update(content).digest("hex")})`;
}

/** Returns all files that are new or have changed, by path. Those that no longer exist have the content `(gone)`. */
export function changedFiles(folder: string, before: FolderState): Record<string, string> {
  const now = readFolderState(folder);
  const written = [...now].filter(([path, mark]) => mark !== before.get(path));
  const gone = [...before.keys()].filter((path) => !now.has(path));
  return Object.fromEntries([
    ...written.map(([path, mark]) => [
      path,
      mark === "folder" ? "(a folder)" : describeContent(readFileSync(join(folder, path))),
    ]),
    ...gone.map((path) => [path, "(gone)"]),
  ]);
}
