/**
 * Reads and writes pipes that are named in place of files, such as `<(git show HEAD:rules.yaml)` in a shell. If no
 * process opens the other end, an error is thrown after some seconds.
 */

import { closeSync, constants, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { codeOf } from "../node/explain.js";
import { Refusal } from "./refusal.js";

/**
 * The maximum time to wait for a process that opens the other end, in milliseconds: a shell starts both ends at once.
 */
const PATIENCE = 5000;
/** The time before a pipe is tried again, in milliseconds. */
const PAUSE = 1;
/** The number of bytes that are read at once. */
const PART = 1 << 16;
/** The maximum number of bytes that are read from something without a known size: some devices have no end. */
const MOST = 1 << 30;

/** Neither the end of a pipe that nobody has opened is waited for, nor bytes. Windows has no such flag, and no such pipes. */
const AT_ONCE = constants.O_NONBLOCK ?? 0;

/** Returns true if there is a pipe at a path. */
export function isPipe(path: string): boolean {
  try {
    return statSync(path).isFIFO();
  } catch {
    return false;
  }
}

/**
 * Checks that none of these is a pipe, which can be read only once; `why` that is not enough ends the message.
 *
 * @throws {Refusal} When one is.
 */
export function refusePipes(paths: readonly (string | undefined)[], why: string, help: string): void {
  const pipe = paths.find((path) => path !== undefined && isPipe(path));
  if (pipe !== undefined) {
    throw new Refusal(`\`${pipe}\` is a pipe, and ${why}`, help);
  }
}

/**
 * Returns all bytes of a file, of a pipe or of an open file descriptor, up to the end.
 *
 * @throws The file system's error, or one that says that nobody writes to the pipe, or that there is no end.
 */
export function readWhole(from: string | number): Buffer {
  if (typeof from === "number") {
    return readParts(from, true);
  }
  if (statSync(from).isFile()) {
    return readFileSync(from);
  }
  // Pipes of a shell have no names: whoever writes to them has them open already.
  const isOpen = /^\/(?:dev|proc)\//.test(from);
  const file = openSync(from, constants.O_RDONLY | (isOpen ? 0 : AT_ONCE));
  try {
    return readParts(file, isOpen);
  } finally {
    closeSync(file);
  }
}

/** Reads to the end. Before somebody has written, that of a pipe may be that nobody has opened it yet. */
function readParts(file: number, isOpen: boolean): Buffer {
  const parts: Buffer[] = [];
  const patience = performance.now() + PATIENCE;
  let [length, isWritten] = [0, isOpen];
  for (;;) {
    const part = Buffer.allocUnsafe(PART);
    const read = orLater(() => readSync(file, part));
    if (read === 0 && isWritten) {
      return Buffer.concat(parts);
    }
    if (read === 0 && performance.now() > patience) {
      throw new Error("it is a pipe, and nobody writes to it");
    }
    isWritten ||= read !== 0;
    if (read === undefined || read === 0) {
      pause();
      continue;
    }
    parts.push(part.subarray(0, read));
    length += read;
    if (length > MOST) {
      throw new Error("it has no end, or more than 1 GiB before it");
    }
  }
}

/**
 * Writes to the pipe at a path. Who named it wants all of it: a reader that goes before the end is a failure.
 *
 * @throws The file system's error, or one that says that nobody reads from it.
 */
export function writePipe(path: string, parts: Iterable<Uint8Array>): void {
  const file = openedToWrite(path);
  try {
    for (const bytes of parts) {
      for (let at = 0; at < bytes.length; ) {
        const written = orLater(() => writeSync(file, bytes, at, bytes.length - at));
        at += written ?? 0;
        if (written === undefined) {
          pause();
        }
      }
    }
  } finally {
    closeSync(file);
  }
}

function openedToWrite(path: string): number {
  for (const patience = performance.now() + PATIENCE; ; pause()) {
    try {
      return openSync(path, constants.O_WRONLY | AT_ONCE);
    } catch (error) {
      // That is what the system says while nobody has opened it to read.
      if (codeOf(error) !== "ENXIO") {
        throw error;
      }
      if (performance.now() > patience) {
        throw new Error("it is a pipe, and nobody reads from it");
      }
    }
  }
}

/** Returns the result of `work`, or undefined if the other end of the pipe is not ready (`EAGAIN`). */
function orLater(work: () => number): number | undefined {
  try {
    return work();
  } catch (error) {
    switch (codeOf(error)) {
      case "EAGAIN":
        return undefined;
      case "EOF":
        // So Windows says that the standard input has ended.
        return 0;
      default:
        throw error;
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
}
