/** Reads and writes pipes in place of files, such as `<(git show HEAD:rules.yaml)`. Gives up after some seconds. */

import { closeSync, constants, openSync, readFileSync, readSync, statSync, writeSync } from "node:fs";
import { attempt } from "../attempt.js";
import { codeOf } from "../node/explain.js";
import { Refusal } from "./refusal.js";

/** The time to wait for the other end of a pipe, in milliseconds: a shell starts both ends at once. */
const PATIENCE = 5000;
/** The time before a pipe is tried again, in milliseconds. */
const PAUSE = 1;
/** The number of bytes that are read at once. */
const PART = 1 << 16;
/** The maximum number of bytes that are read from something without a known size: some devices have no end. */
const MOST = 1 << 30;

/** The flag for opening and reading without waiting. Windows has no such flag, and no such pipes. */
const AT_ONCE = constants.O_NONBLOCK ?? 0;

export function isPipe(path: string): boolean {
  return attempt(() => statSync(path).isFIFO()) === true;
}

/** Throws a {@link Refusal} that ends in `why` if a path is a pipe, which can be read only once. */
export function refusePipes(paths: readonly (string | undefined)[], why: string, help: string): void {
  const pipe = paths.find((path) => path !== undefined && isPipe(path));
  if (pipe !== undefined) {
    throw new Refusal(`\`${pipe}\` is a pipe, and ${why}`, help);
  }
}

/** Returns all bytes of a file, pipe or descriptor. Throws if no process writes to it, or it has no end. */
export function readWhole(from: string | number): Buffer {
  if (typeof from === "number") {
    return readParts(from, true);
  }
  if (statSync(from).isFile()) {
    return readFileSync(from);
  }
  // Pipes of a shell have no names. Their writers have opened them already.
  const isOpen = /^\/(?:dev|proc)\//.test(from);
  // Opening a named pipe would otherwise wait for a writer for ever.
  const file = openSync(from, constants.O_RDONLY | (isOpen ? 0 : AT_ONCE));
  try {
    return readParts(file, isOpen);
  } finally {
    closeSync(file);
  }
}

/** Reads to the end. A pipe that no process has opened yet also looks as if it were at its end. */
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
      throw new Error("it is a pipe, and no process writes to it");
    }
    isWritten ||= read !== 0;
    if (read === undefined || read === 0) {
      pause();
      continue;
    }
    parts.push(part.subarray(0, read));
    length += read;
    if (length > MOST) {
      throw new Error("it is larger than 1 GiB, or has no end");
    }
  }
}

/** Writes to a pipe. Throws unless a process reads all of it: the user has named the pipe for that. */
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
      // The system returns `ENXIO` until a process has opened the pipe to read.
      if (codeOf(error) !== "ENXIO") {
        throw error;
      }
      if (performance.now() > patience) {
        throw new Error("it is a pipe, and no process reads from it");
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
        // Windows reports the end of the standard input as this error.
        return 0;
      default:
        throw error;
    }
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
}
