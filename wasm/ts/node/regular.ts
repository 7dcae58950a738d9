/** Files that can be read to their end: not pipes, which wait for somebody to write, nor sockets and devices. */

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";

/** Why something that has the name of a file is not read. */
export const NO_FILE = "it is a pipe, a socket or a device, and no file";

/** How files are opened: of a pipe, nobody is waited for. Windows has no such flag. */
const READING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** All bytes of a file. */
export function readRegular(path: string): Buffer {
  return reading(path, (file) => {
    expectRegular(fstatSync(file));
    return readFileSync(file);
  });
}

/**
 * What `read` makes of an open file.
 *
 * @throws What it throws, the file system's error, or one that says that this is none that could be read to its end.
 */
export function reading<T>(path: string, read: (file: number) => T): T {
  const file = opened(path);
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

function opened(path: string): number {
  try {
    return openSync(path, READING);
  } catch (error) {
    // Of a socket.
    throw (error as NodeJS.ErrnoException).code === "ENXIO" ? new Error(NO_FILE) : error;
  }
}
