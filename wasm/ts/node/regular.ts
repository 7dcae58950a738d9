/** Files that can be read to their end: not pipes, which wait for somebody to write, nor sockets and devices. */

import { closeSync, constants, openSync, readFileSync, statSync } from "node:fs";

/** Why something that has the name of a file is not read. */
export const NO_FILE = "it is a pipe, a socket or a device, and no file";

/**
 * Opens a file to be read.
 *
 * @throws The file system's error, or one that says that it is none that could be read to its end.
 */
export function openRegular(path: string): number {
  const stats = statSync(path);
  // What comes of a folder, the system says.
  if (!stats.isFile() && !stats.isDirectory()) {
    throw new Error(NO_FILE);
  }
  // Nor is one waited for that has taken its place since; Windows has no such flag.
  return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
}

/**
 * All bytes of a file.
 *
 * @throws As {@link openRegular} does, and when it cannot be read.
 */
export function readRegular(path: string): Buffer {
  const file = openRegular(path);
  try {
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}
