/** Looks up the files and folders that a command reads in the file system. */

import { lstatSync, readdirSync, type Stats, statSync } from "node:fs";
import { attempt } from "../attempt.js";
import { readWhole } from "./pipes.js";
import { orRefuse, Refusal, stat } from "./refusal.js";

/** Returns information about a path, or undefined if it cannot be accessed: using the file then reports the error. */
export function statOf(path: string): Stats | undefined {
  return attempt(() => statSync(path, { throwIfNoEntry: false }));
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

/** Returns the size of a file, or 0 if it cannot be accessed: reading the file reports that error. */
export function sizeOf(path: string): number {
  return statOf(path)?.size ?? 0;
}

/** Returns true if something exists at a path, even a broken link. */
export function exists(path: string): boolean {
  return attempt(() => lstatSync(path)) !== undefined;
}

/** Returns the names in a folder; none if it cannot be listed, as whoever reads or writes there reports the error. */
export function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder)) ?? [];
}

/** Throws a {@link Refusal} unless a path is that of a folder. If nothing exists, its message begins with `missing`. */
export function requireFolder(path: string, missing: string, help: string): void {
  if (!stat(path, missing).isDirectory()) {
    throw new Refusal(`\`${path}\` is a file, not a folder`, help);
  }
}

/** Returns the content of a file that is a `what`. Throws a {@link Refusal} if it is a folder or cannot be read. */
export function readInput<T>(path: string, what: string, read: (path: string) => T): T;
export function readInput(path: string, what: string): Buffer;
export function readInput(path: string, what: string, read: (path: string) => unknown = readWhole): unknown {
  if (stat(path, `there is no ${what} at`).isDirectory()) {
    throw new Refusal(`\`${path}\` is a folder, not a ${what}`);
  }
  return orRefuse(`the ${what} \`${path}\` cannot be read`, () => read(path));
}
