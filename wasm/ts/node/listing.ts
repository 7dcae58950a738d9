/** What lies directly in folders, as it is had from the system and as it travels between threads. */

import { readdirSync } from "node:fs";

/** What something in a folder is. Links are what they are, not what they lead to. */
export type Kind = "file" | "folder" | "link" | "other";

/** Something in a folder. */
export interface Entry {
  name: string;
  kind: Kind;
}

/** What lies in several folders, one behind the other. */
export interface Listing {
  /** How many entries each folder has; -1 for one that cannot be read. */
  counts: number[];
  /** The names of all, with a NUL between each two, which no name has. */
  names: string;
  /** A letter for what each is. */
  kinds: string;
}

/** Who lists folders elsewhere, several at once. */
export interface Listers {
  /** How many questions are worth asking at once. */
  readonly hands: number;
  /** What lies in folders. Rejects when that cannot be said: the caller has to look himself. */
  list(folders: string[]): Promise<Listing>;
}

const LETTERS = { file: "f", folder: "d", link: "l", other: "o" } as const satisfies Record<Kind, string>;
const KINDS = new Map(Object.entries(LETTERS).map(([kind, letter]) => [letter as string, kind as Kind]));

/**
 * What lies in a folder.
 *
 * @throws The file system's error when it cannot be read.
 */
export function entriesOf(folder: string): Entry[] {
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

/** What lies in each of these folders. */
export function listingOf(folders: readonly string[]): Listing {
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

/** The entries of each folder of a listing; nothing for one that could not be read. */
export function* entriesIn({ counts, names, kinds }: Listing): Generator<Entry[] | undefined> {
  const all = names.split("\0");
  let at = 0;
  for (const count of counts) {
    const entries: Entry[] = [];
    for (const end = at + count; at < end; at += 1) {
      entries.push({ name: all[at] ?? "", kind: KINDS.get(kinds.charAt(at)) ?? "other" });
    }
    yield count < 0 ? undefined : entries;
  }
}
