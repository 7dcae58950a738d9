/** Converts the names of dropped files and of zip members to paths of the page, or reports why a name cannot be one. */

import { MAX_PATH } from "../project.ts";

/** The name of Git's own data: a folder, or a file in work trees and submodules. */
const OF_GIT = ".git";

/** The folders that are never checked, each with the reason. */
const SKIPPED_FOLDERS: Record<string, string> = {
  [OF_GIT]: "it belongs to Git and is never checked",
  __MACOSX: "macOS keeps its own data there, not files of the project",
};

/** A file or folder that was not imported, or not in the way that the user may expect. */
export interface Skipped {
  /** The file or folder, as it is called where it comes from. */
  path: string;
  /** Why, as a part of a sentence about it. */
  reason: string;
  /** True if it was imported all the same. */
  imported?: boolean;
}

/** Converts names to paths, and records names that are skipped. */
export class PathFilter {
  /** The names that were skipped, each with the reason. */
  readonly skipped: Skipped[] = [];
  readonly #folders = new Set<string>();

  /** Records a name that is skipped. */
  skip(path: string, reason: string): undefined {
    this.skipped.push({ path, reason });
  }

  /** Returns the path for a name; undefined if it cannot be one, and is skipped. */
  pathOf(name: string): string | undefined {
    // Some tools write backslashes into zips.
    const slashed = name.replaceAll("\\", "/");
    if (slashed.startsWith("/") || /^[a-z]:/i.test(slashed)) {
      return this.skip(name, "its name is an absolute path, which is outside of the project");
    }
    const parts = slashed.split("/").filter((part) => part !== "" && part !== ".");
    const path = parts.join("/");
    if (parts.includes("..")) {
      return this.skip(name, "its name contains `..`, so it may be outside of the project");
    }
    if (path === "") {
      return this.skip(name, "its name is not a valid file name");
    }
    if (Array.from(path).some(isControl)) {
      const why = "its name contains a control character, such as a line break, which this page cannot show";
      return this.skip(name, `${why}; rename the file`);
    }
    return path.length > MAX_PATH ? this.skip(name, `its name is longer than ${MAX_PATH} characters`) : path;
  }

  /** Returns false for a path that is in a skipped folder. Each such folder is recorded once. */
  passes(path: string): boolean {
    const skipped = skippedFolder(path);
    if (skipped !== undefined && !this.#folders.has(skipped.folder)) {
      this.#folders.add(skipped.folder);
      this.skip(skipped.folder, skipped.reason);
    }
    return skipped === undefined;
  }
}

/** Returns the first folder of `path` that is skipped, or `path` itself, and the reason. */
function skippedFolder(path: string): { folder: string; reason: string } | undefined {
  const parts = path.split("/");
  const isFolder = (place: number) => place < parts.length - 1;
  const at = parts.findIndex(
    (part, place) => part === OF_GIT || (isFolder(place) && Object.hasOwn(SKIPPED_FOLDERS, part)),
  );
  return at < 0
    ? undefined
    : { folder: parts.slice(0, at + 1).join("/"), reason: SKIPPED_FOLDERS[parts[at] ?? ""] ?? "" };
}

/** Returns a path with its control characters escaped, as the command line prints it: `a\u{a}b.png`. */
export function legible(path: string): string {
  const written = (letter: string) => `\\u{${letter.charCodeAt(0).toString(16)}}`;
  return Array.from(path, (letter) => (isControl(letter) ? written(letter) : letter)).join("");
}

function isControl(letter: string): boolean {
  return letter < " " || letter === "\u007f";
}
