/** Files that a person has given to a page, as a source: picked, dropped, or in a folder that may be looked into. */

import { expected } from "./expected.js";
import { FileStore } from "./file-store.js";
import { unread } from "./gone.js";
import type { AsyncSource, SourceProblem } from "./source.js";

/** A file that a browser has given to a page: the part of a `File` that is used. */
export interface GivenFile {
  /** Its name, without folders. */
  readonly name: string;
  /** Its path, beginning with the folder that was picked; empty for a file that was picked by itself. */
  readonly webkitRelativePath?: string;
  /** Its bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A folder that a page may look into: a `FileSystemDirectoryHandle`. */
export interface GivenFolder {
  /** The kind of the handle. */
  readonly kind: "directory";
  /** Its name. */
  readonly name: string;
}

/** An entry of a folder, as browsers return it. */
type Handle = { kind: "file"; name: string; getFile(): Promise<GivenFile> } | GivenTree;
type GivenTree = GivenFolder & { values(): AsyncIterable<Handle> };

/** Belongs to Git and is never a part of what is checked: a folder, and in work trees and submodules a file. */
const SKIPPED = ".git";

/**
 * The files of an `<input>` (a `FileList`) or any other list of `File`s, or all that lie in a folder (a
 * `FileSystemDirectoryHandle`). Paths start from the folder, also from one that was picked by `<input webkitdirectory>`. In a
 * browser's worker long files are read part by part; elsewhere each is read as a whole when it is wanted.
 *
 * @throws {AssayError} `misuse`, when it is neither.
 */
export function files(given: Iterable<GivenFile> | GivenFolder): AsyncSource {
  const isFolder = (given as Partial<GivenTree> | null)?.kind === "directory";
  const isList = typeof (given as Partial<Iterable<GivenFile>> | null)?.[Symbol.iterator] === "function";
  expected((isFolder || isList) && typeof given !== "string", "a list of files, or the handle of a folder", given);
  /**
   * The files that were found last. They are replaced as a whole, because another check may be reading the earlier
   * ones.
   */
  let last: FoundFiles = { files: new Map(), problems: [] };
  const store = "FileReaderSync" in globalThis ? new FileStore() : undefined;
  const source: AsyncSource = {
    async paths() {
      const found: FoundFiles = { files: new Map(), problems: [] };
      if (isFolder) {
        await enter(given as GivenTree, "", found);
      } else {
        take(given as Iterable<GivenFile>, found);
      }
      const drop = [...last.files.keys()].filter((path) => !found.files.has(path));
      store?.change({ set: Object.fromEntries(found.files) as unknown as Record<string, Blob>, drop });
      last = found;
      return found.files.keys();
    },
    problems: () => last.problems,
    async read(path) {
      const file = last.files.get(path);
      return file === undefined ? null : new Uint8Array(await file.arrayBuffer().catch(unread));
    },
  };
  return store === undefined
    ? source
    : Object.assign(
        source,
        readingOf(store, (path) => last.files.get(path)),
      );
}

/** The files by their paths, and problems with entries that were not taken. */
interface FoundFiles {
  files: Map<string, GivenFile>;
  problems: SourceProblem[];
}

/** How a worker reads: at once, and part by part. */
function readingOf(store: FileStore, fileAt: (path: string) => GivenFile | undefined) {
  const asking = <T>(path: string, work: () => T): T => {
    const file = fileAt(path);
    if (file instanceof Lost) {
      return unread(file.reason);
    }
    return work();
  };
  return {
    read: (path: string) => asking(path, () => store.read(path)),
    size: (path: string) => asking(path, () => store.size(path)),
    fill: (path: string, view: Uint8Array, offset: number) => asking(path, () => store.fill(path, view, offset)),
  };
}

/** A file that cannot be opened. */
class Lost implements GivenFile {
  readonly name: string;
  /** Why. */
  readonly reason: unknown;

  constructor(name: string, reason: unknown) {
    this.name = name;
    this.reason = reason;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(this.reason);
  }
}

function take(given: Iterable<GivenFile>, { files, problems }: FoundFiles): void {
  for (const file of given) {
    expected(isGiven(file), "a file", file);
    // The browser begins all with the one folder that was picked.
    const path = file.webkitRelativePath?.replace(/^[^/]*\//, "") || file.name;
    if (path.split("/").includes(SKIPPED)) {
      continue;
    }
    if (files.has(path)) {
      problems.push({
        code: "file-twice",
        message: "the file is not checked: there is another one of that name",
        path,
      });
    } else {
      files.set(path, file);
    }
  }
}

function isGiven(file: Partial<GivenFile> | null | undefined): file is GivenFile {
  return typeof file?.name === "string" && typeof file.arrayBuffer === "function";
}

async function enter(folder: GivenTree, inside: string, found: FoundFiles): Promise<void> {
  try {
    for await (const handle of folder.values()) {
      const path = `${inside}${handle.name}`;
      if (handle.name === SKIPPED) {
        continue;
      }
      if (handle.kind === "file") {
        found.files.set(path, await opened(handle));
      } else {
        await enter(handle, `${path}/`, found);
      }
    }
  } catch (error) {
    const message = `the folder cannot be read: ${reason(error)}`;
    found.problems.push({ code: "unreadable-folder", message, path: inside.replace(/\/$/, "") });
  }
}

/** The file behind a handle; of one that is gone by now, what says so when it is read. */
async function opened(handle: Extract<Handle, { kind: "file" }>): Promise<GivenFile> {
  try {
    return await handle.getFile();
  } catch (error) {
    return new Lost(handle.name, error);
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
