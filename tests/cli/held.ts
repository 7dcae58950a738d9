/** What a folder holds, and what of that a command has changed. */

import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { type BigIntStats, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All that lies in a folder, by path: what tells a file from one that was written in its place. */
export type Holdings = ReadonlyMap<string, string>;

/** What lies in a folder and in all below it, as far as it can be listed. */
export function held(folder: string): Holdings {
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

/** The names in a folder; of one that nobody may read there are none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A file that is written anew has another number or another time; of a folder only matters that it is there. */
function markOf(found: BigIntStats): string {
  return found.isDirectory() ? "folder" : [found.mode, found.ino, found.size, found.mtimeNs].join(" ");
}

/** A file as a transcript holds it: its text, or of one that is none its size and digest. */
function shown(content: Buffer): string {
  return isUtf8(content) && !content.includes(0)
    ? content.toString()
    : `(${content.length} bytes, SHA-256 ${createHash("sha256").update(content).digest("hex")})`;
}

/** All files that are new or other than they were, by path; `(gone)` of those that are not there any more. */
export function changed(folder: string, before: Holdings): Record<string, string> {
  const now = held(folder);
  const written = [...now].filter(([path, mark]) => mark !== before.get(path));
  const gone = [...before.keys()].filter((path) => !now.has(path));
  return Object.fromEntries([
    ...written.map(([path, mark]) => [
      path,
      mark === "folder" ? "(a folder)" : shown(readFileSync(join(folder, path))),
    ]),
    ...gone.map((path) => [path, "(gone)"]),
  ]);
}
