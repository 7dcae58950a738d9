/** Files that can be read to their end: not pipes, which wait for somebody to write, nor sockets and devices. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";

/** The reason why something with the name of a file is not read. */
export const NO_FILE = "it is a pipe, a socket or a device, and no file";

/** The flags for opening files: opening a pipe does not wait for its writer. Windows has no such flag. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Refuses to open a link. Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW;

/** A link is where a file was to be opened, and links were not to be followed. */
export class IsLink extends Error {}

/** All bytes of a file. */
export function readRegular(path: string, follow = true): Buffer {
  return reading(
    path,
    (file) => {
      expectRegular(fstatSync(file));
      return readFileSync(file);
    },
    follow,
  );
}

/**
 * Opens a file, and returns the result of `read` on it.
 *
 * @throws The error of `read` or of the file system, an error which says that this is no file that can be read to its
 * end, or {@link IsLink}.
 */
export function reading<T>(path: string, read: (file: number) => T, follow = true): T {
  const file = opened(path, follow);
  try {
    return read(file);
  } catch (error) {
    // What is no file is not read from a place in it, and that is what the system says.
    expectRegular(fstatSync(file));
    throw error;
  } finally {
    closeSync(file);
  }
}

/**
 * Sees to it that something can be read to its end.
 *
 * @throws When it cannot.
 */
export function expectRegular(stats: Stats): void {
  // What comes of a folder, the system says.
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new Error(NO_FILE);
  }
}

function opened(path: string, follow: boolean): number {
  try {
    if (!follow && NO_FOLLOW === undefined) {
      stateOf(path, false);
    }
    return openSync(path, READING | (follow ? 0 : (NO_FOLLOW ?? 0)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!follow && (code === "ELOOP" || code === "EMLINK")) {
      throw new IsLink();
    }
    // Of a socket.
    throw code === "ENXIO" ? new Error(NO_FILE) : error;
  }
}

/**
 * Returns the system's description of a file.
 *
 * @throws {IsLink} If it is a link that was not to be followed; otherwise the file system's error.
 */
export function stateOf(path: string, follow: boolean): Stats {
  if (follow) {
    return statSync(path);
  }
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) {
    throw new IsLink();
  }
  return stats;
}
