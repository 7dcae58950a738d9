/** Reads regular files: not pipes, which wait for a writer, sockets or devices. */

import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats, statSync } from "node:fs";

/** The reason why something with the name of a file is not read. */
export const NO_FILE = "it is a pipe, a socket or a device, not a file";

/** The flags for opening files: opening a pipe does not wait for its writer. Windows has no such flag. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The flag that refuses to open a link. Windows has no such flag. */
const NO_FOLLOW = constants.O_NOFOLLOW;

/** The error for a link, if links must not be followed. */
export class IsLink extends Error {}

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
 * @throws An error of `read` or of the file system, an error if this is not a regular file, or {@link IsLink}.
 */
export function reading<T>(path: string, read: (file: number) => T, follow = true): T {
  const file = opened(path, follow);
  try {
    return read(file);
  } catch (error) {
    // For other kinds of files, the system reports only that they have no positions.
    expectRegular(fstatSync(file));
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Throws unless a file is a regular file, or a folder. */
export function expectRegular(stats: Stats): void {
  // For a folder, the system reports the error.
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new Error(NO_FILE);
  }
}

function opened(path: string, follow: boolean): number {
  try {
    // On Windows, a link has to be found before it is opened.
    if (!follow && NO_FOLLOW === undefined) {
      stateOf(path, false);
    }
    return openSync(path, READING | (follow ? 0 : (NO_FOLLOW ?? 0)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!follow && (code === "ELOOP" || code === "EMLINK")) {
      throw new IsLink();
    }
    // `ENXIO` is the error for a socket.
    throw code === "ENXIO" ? new Error(NO_FILE) : error;
  }
}

/** Returns the description of a file. Throws {@link IsLink} for a link that must not be followed. */
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
