/** Lists the files that were dropped or picked. Folders are read recursively, and completely. */

import { PathFilter, type Skipped } from "../archive/path.ts";

/** A file that was found. Its content has not been read yet. */
export interface Found {
  /** Its path, which begins with the name of the dropped file or folder. */
  path: string;
  file: File;
}

/** The files that were found, and those that were skipped. */
export interface Listing {
  found: Found[];
  /** Files and folders that were skipped, each with the reason. */
  skipped: Skipped[];
  /** The names of the folders that were dropped themselves. */
  folders: string[];
}

/** The caller of a listing, which follows its progress and can cancel it. */
export interface Watching {
  signal: AbortSignal;
  /** Receives the number of files found so far. */
  report: (found: number) => void;
}

/** The maximum number of files: the page has to hold a line for each. */
const MAX_FOUND = 100_000;

/** Returns the file system entries of a drop. The browser provides them only during the drop event. */
export function entriesOf(items: DataTransferItemList): FileSystemEntry[] {
  return Array.from(items, (item) => (item.kind === "file" ? item.webkitGetAsEntry() : null)).filter(
    (entry) => entry !== null,
  );
}

/** Returns the files of a drop. Rejects only with the reason of the signal. */
export async function listEntries(entries: readonly FileSystemEntry[], watching: Watching): Promise<Listing> {
  const filter = new FileFilter();
  const waiting: FileSystemDirectoryEntry[] = [];
  const take = async (some: readonly FileSystemEntry[]) => {
    watching.signal.throwIfAborted();
    // Opened together, because one request after the other would take longer.
    const files = await Promise.all(some.map((entry) => (isFile(entry) ? open(entry, filter) : undefined)));
    for (const [at, entry] of some.entries()) {
      const file = files[at];
      if (file !== undefined) {
        filter.add(entryPath(entry), file);
      } else if (isFolder(entry) && filter.passes(`${entryPath(entry)}/`)) {
        // With a slash at its end, the last name of the path counts as the name of a folder.
        waiting.push(entry);
      }
    }
  };
  await take(entries);
  for (let folder = waiting.pop(); folder !== undefined && !filter.full; folder = waiting.pop()) {
    const reader = folder.createReader();
    try {
      // Browsers return about a hundred entries at a time. An empty list is the end.
      for (let some = await readSome(reader); some.length > 0; some = await readSome(reader)) {
        await take(some);
        watching.report(filter.count);
      }
    } catch (error) {
      watching.signal.throwIfAborted();
      filter.skip(entryPath(folder), `the folder cannot be read completely: ${explain(error)}`);
    }
  }
  return { ...filter.filtered(), folders: entries.filter(isFolder).map(({ name }) => name) };
}

/** Opens a file; undefined if it cannot be opened, which `filter` records with the reason. */
async function open(entry: FileSystemFileEntry, filter: FileFilter): Promise<File | undefined> {
  try {
    return await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  } catch (error) {
    // Chromium returns an empty name for a name that is not valid text.
    const isNameless = entry.name === "";
    const path = `${entryPath(entry)}${isNameless ? "(no name)" : ""}`;
    const reason = isNameless ? "its name is not UTF-8; rename it" : explain(error);
    filter.skip(path, `the file cannot be opened: ${reason}`);
    return undefined;
  }
}

/** Returns the picked files. The browser has already read folders recursively. */
export function listPicked(files: Iterable<File>): Listing {
  const folders = new Set<string>();
  const filter = new FileFilter();
  for (const file of files) {
    const { webkitRelativePath: path } = file;
    if (path !== "") {
      folders.add(path.slice(0, path.indexOf("/")));
    }
    filter.add(path || file.name, file);
  }
  return { ...filter.filtered(), folders: [...folders] };
}

/** Keeps files that the page can import, and records why others are skipped. */
class FileFilter extends PathFilter {
  readonly #found: Found[] = [];
  #over = 0;

  get count(): number {
    return this.#found.length;
  }

  get full(): boolean {
    return this.#over > 0;
  }

  add(name: string, file: File): void {
    const path = this.pathOf(name);
    if (path !== undefined && this.passes(path)) {
      if (this.#found.length < MAX_FOUND) {
        this.#found.push({ path, file });
      } else {
        this.#over += 1;
      }
    }
  }

  filtered(): Omit<Listing, "folders"> {
    if (this.full) {
      this.skip(
        "(further files)",
        `the page imports at most ${MAX_FOUND} files; use the command line for larger projects`,
      );
    }
    return { found: this.#found, skipped: this.skipped };
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function readSome(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject));
}

/** Returns the path of an entry, without the slash that the browser puts in front. */
function entryPath({ fullPath }: FileSystemEntry): string {
  return fullPath.replace(/^\//, "");
}

const EXPLAINED: Record<string, string> = {
  NotFoundError: "it no longer exists, or it is a broken link",
  NotReadableError: "the system does not allow the browser to read it",
  SecurityError: "the browser does not allow this page to read it",
  TypeMismatchError: "it has changed, or the browser cannot read its name",
};

function explain(error: unknown): string {
  const { name, message } = error as { name: string; message: string };
  return EXPLAINED[name] ?? message;
}
