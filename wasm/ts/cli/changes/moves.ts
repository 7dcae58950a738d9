/** Finds files that were moved: a file that is new at one path, with the content of a file that is gone at another. */

import { basename } from "node:path/posix";
import { attempt } from "../../attempt.js";
import type { FolderReader } from "../../node/folder.js";
import { hashInParts } from "../cache/access-log.js";

/** Some files, and the reader that reads them. */
export interface ReadFiles {
  paths: Iterable<string>;
  reader: FolderReader;
}

/**
 * Returns the files in `added` that have the content of one in `deleted`, each with its path before. Of several files
 * with the same content, one with the same name is taken first.
 */
export function movesBetween(deleted: ReadFiles, added: ReadFiles): Map<string, string> {
  const moved = new Map<string, string>();
  // Only files of equal size are read.
  const sizes = new Set([...added.paths].map((path) => sizeOf(added.reader, path)));
  const left = new Map<string, string[]>();
  for (const path of [...deleted.paths].sort()) {
    const size = sizeOf(deleted.reader, path);
    // Empty files are equal by chance.
    if (size > 0 && sizes.has(size)) {
      const content = contentOf(deleted.reader, path);
      left.set(content, [...(left.get(content) ?? []), path]);
    }
  }
  for (const path of left.size === 0 ? [] : [...added.paths].sort()) {
    const candidates = left.get(contentOf(added.reader, path)) ?? [];
    const before = candidates.find((candidate) => basename(candidate) === basename(path)) ?? candidates[0];
    if (before !== undefined) {
      moved.set(path, before);
      candidates.splice(candidates.indexOf(before), 1);
    }
  }
  return moved;
}

function sizeOf(files: FolderReader, path: string): number {
  return attempt(() => files.size(path)) ?? 0;
}

/** Returns a string that is equal only for equal files; for a file that cannot be read, its path. */
function contentOf(files: FolderReader, path: string): string {
  return Buffer.from(attempt(() => hashInParts(files, path)) ?? []).toString("hex") || path;
}
