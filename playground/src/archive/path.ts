/** Converts the names of dropped files and of zip members to paths of the page, or says why a name cannot be one. */

import { MAX_PATH } from "../project.ts";

/** The name of Git's own data: a folder, or a file in work trees and submodules. */
const OF_GIT = ".git";

/** The folders that are never checked, each with the reason. */
const PASSED_OVER: Record<string, string> = {
  [OF_GIT]: "it belongs to Git and is never checked",
  __MACOSX: "macOS keeps data of its own there, none of the project's",
};

/** A path, or the reason why the name cannot be one. */
export type PathOrReason = { path: string; reason?: never } | { path?: never; reason: string };

/** Returns the path for a name. Backslashes count as separators, because some tools write them into zips. */
export function pathOf(name: string): PathOrReason {
  const slashed = name.replaceAll("\\", "/");
  if (slashed.startsWith("/") || /^[a-z]:/i.test(slashed)) {
    return { reason: "its name is absolute: it would lie outside of the project" };
  }
  const parts = slashed.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) {
    return { reason: "its name has `..` in it: it would lie outside of the project" };
  }
  const path = parts.join("/");
  if (path === "") {
    return { reason: "its name is none that a file can have" };
  }
  if (Array.from(path).some(isControl)) {
    return { reason: "its name has a line break or the like in it, which this page cannot show; give it another one" };
  }
  return path.length > MAX_PATH ? { reason: `its name is longer than ${MAX_PATH} characters` } : { path };
}

/**
 * Returns the first folder of `path` that is skipped, or `path` itself, and the reason; undefined if none is skipped.
 */
export function passedOver(path: string): { folder: string; reason: string } | undefined {
  const parts = path.split("/");
  const isFolder = (place: number) => place < parts.length - 1;
  const at = parts.findIndex((part, place) => part === OF_GIT || (isFolder(place) && Object.hasOwn(PASSED_OVER, part)));
  return at < 0 ? undefined : { folder: parts.slice(0, at + 1).join("/"), reason: PASSED_OVER[parts[at] ?? ""] ?? "" };
}

/** Returns a path with its control characters escaped, as the command line prints it: `a\u{a}b.png`. */
export function legible(path: string): string {
  const written = (letter: string) => `\\u{${letter.charCodeAt(0).toString(16)}}`;
  return Array.from(path, (letter) => (isControl(letter) ? written(letter) : letter)).join("");
}

function isControl(letter: string): boolean {
  return letter < " " || letter === "\u007f";
}
