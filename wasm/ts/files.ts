/** A source of files that a user has opened in a page: selected, dropped, or in a folder that the page may read. */

import { messageOf } from "./errors.js";
import { expected } from "./expected.js";
import { FileStore } from "./file-store.js";
import { unread } from "./gone.js";
import type { AsyncSource, SourceProblem } from "./source.js";

/** A file that a user has opened in a page: the part of a `File` that is used. */
export interface GivenFile {
  /** Its name, without folders. */
  readonly name: string;
  /** Its path, beginning with the selected folder; empty for a file that was selected directly. */
  readonly webkitRelativePath?: string;
  /** Its bytes. */
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** A folder that a page may read: a `FileSystemDirectoryHandle`. */
export interface GivenFolder {
  /** The kind of the handle. */
  readonly kind: "directory";
  /** Its name. */
  readonly name: string;
}

/** An entry of a folder, as browsers return it. */
type Handle = { kind: "file"; name: string; getFile(): Promise<GivenFile> } | GivenTree;
type GivenTree = GivenFolder & { values(): AsyncIterable<Handle> };

/** The name of Git's folder, which is never checked; in work trees and submodules it is a file. */
const SKIPPED = ".git";

/**
 * Returns a source of the files of an `<input>` (a `FileList`), of another list of `File`s, or of a folder (a
 * `FileSystemDirectoryHandle`). Paths start from the folder, including a folder that was selected with
 * `<input webkitdirectory>`. In a browser's worker, long files are read in parts; elsewhere each file is read
 * completely when it is needed.
 *
 * @throws {AssayError} `misuse`, if the argument is something else.
 */
export function files(given: Iterable<GivenFile> | GivenFolder): AsyncSource {
  const isFolder = (given as Partial<GivenTree> | null)?.kind === "directory";
  const isList = typeof (given as Partial<Iterable<GivenFile>> | null)?.[Symbol.iterator] === "function";
  expected((isFolder || isList) && typeof given !== "string", "a list of files, or the handle of a folder", given);
  /** The files that were found last, replaced as a whole: another check may be reading the earlier ones. */
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

/** The files by their paths, and problems with entries that were skipped. */
interface FoundFiles {
  files: Map<string, GivenFile>;
  problems: SourceProblem[];
}

/** Returns the synchronous methods of a source in a worker, which can read files in parts. */
function readingOf(store: FileStore, fileAt: (path: string) => GivenFile | undefined) {
  const guardedRead = <T>(path: string, work: () => T): T => {
    const file = fileAt(path);
    if (file instanceof Lost) {
      return unread(file.reason);
    }
    return work();
  };
  return {
    read: (path: string) => guardedRead(path, () => store.read(path)),
    size: (path: string) => guardedRead(path, () => store.size(path)),
    fill: (path: string, view: Uint8Array, offset: number) => guardedRead(path, () => store.fill(path, view, offset)),
  };
}

/** A file that cannot be opened. */
class Lost implements GivenFile {
  readonly name: string;
  /** The reason. */
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
    // In the browser, all paths begin with the selected folder.
    const path = file.webkitRelativePath?.replace(/^[^/]*\//, "") || file.name;
    if (path.split("/").includes(SKIPPED)) {
      continue;
    }
    if (files.has(path)) {
      problems.push({
        code: "file-twice",
        message: "the file is not checked: another file has the same name",
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
    const message = `the folder cannot be read: ${messageOf(error)}`;
    found.problems.push({ code: "unreadable-folder", message, path: inside.replace(/\/$/, "") });
  }
}

/** Returns the file of a handle. If the file no longer exists, reading the result throws the error. */
async function opened(handle: Extract<Handle, { kind: "file" }>): Promise<GivenFile> {
  try {
    return await handle.getFile();
  } catch (error) {
    return new Lost(handle.name, error);
  }
}
