/** Lists the entries of folders, in the form of the system and in a form for messages between threads. */

import { readdirSync } from "node:fs";

/** The kind of an entry of a folder. A link is a `link`, regardless of its target. */
export type EntryKind = "file" | "folder" | "link" | "other";

export interface FolderEntry {
  name: string;
  kind: EntryKind;
}

/** The entries of several folders, one folder after the other. */
export interface FolderListing {
  /** The number of entries of each folder; -1 for a folder that cannot be read. */
  counts: number[];
  /** The names of all entries, separated by NUL, which no name contains. */
  names: string;
  /** A letter for the kind of each entry. */
  kinds: string;
}

/** Lists folders on other threads, several at once. */
export interface Listers {
  /** The number of requests that are worth making at once. */
  readonly concurrency: number;
  /** Returns the entries of folders. If it rejects, the caller has to list them itself. */
  list(folders: string[]): Promise<FolderListing>;
}

const LETTERS = { file: "f", folder: "d", link: "l", other: "o" } as const satisfies Record<EntryKind, string>;
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter as string, kind as EntryKind]));

/** Returns the entries of a folder. Throws an error of the file system if it cannot be read. */
export function entriesOf(folder: string): FolderEntry[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const { name } = entry;
    if (entry.isFile()) {
      return { name, kind: "file" };
    }
    if (entry.isDirectory()) {
      return { name, kind: "folder" };
    }
    return { name, kind: entry.isSymbolicLink() ? "link" : "other" };
  });
}

/** Returns the entries of each of these folders. */
export function listingOf(folders: readonly string[]): FolderListing {
  // A few long strings are copied between threads faster than an object for each entry.
  const counts: number[] = [];
  const names: string[] = [];
  let kinds = "";
  for (const folder of folders) {
    try {
      const entries = entriesOf(folder);
      counts.push(entries.length);
      for (const { name, kind } of entries) {
        names.push(name);
        kinds += LETTERS[kind];
      }
    } catch {
      counts.push(-1);
    }
  }
  return { counts, names: names.join("\0"), kinds };
}

/** Yields the entries of each folder of a listing; undefined for a folder that could not be read. */
export function* entriesIn({ counts, names, kinds }: FolderListing): Generator<FolderEntry[] | undefined> {
  const all = names.split("\0");
  let at = 0;
  for (const count of counts) {
    const entries: FolderEntry[] = [];
    for (const end = at + count; at < end; at += 1) {
      entries.push({ name: all[at] ?? "", kind: KINDS.get(kinds.charAt(at)) ?? "other" });
    }
    yield count < 0 ? undefined : entries;
  }
}
