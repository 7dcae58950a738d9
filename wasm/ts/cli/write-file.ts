/** Writes one file, such as a report. Where possible, the old file stays until the new one is complete. */

import {
  closeSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { codeOf, explain } from "../node/explain.js";
import { reportError, writeParts } from "./output.js";
import { writeAll, writeWhole } from "./outputs.js";
import { isPipe, writePipe } from "./pipes.js";
import { MAX_LINKS, SYSTEM } from "./real-target.js";
import { Refusal } from "./refusal.js";
import { typed } from "./typed.js";

/** Errors of folders in which no file can be created or replaced, although the file itself may be writable. */
const NO_DRAFT = new Set(["EACCES", "EBUSY", "EPERM", "EROFS", "EXDEV"]);

/** The number of bytes that are written before signals are handled. */
const PORTION = 1 << 22;

/** Matches the paths of files that this process inherited open. */
const OPEN = /^\/(?:dev\/(?:(?<out>stdout)|(?<err>stderr)|fd\/(?<open>\d+))|proc\/(?<owner>\d+)\/fd\/(?<number>\d+))$/;

/** Writes a file in parts, which may be iterated twice. Returns false after reporting an error. */
export async function writeFile(file: string, parts: Iterable<Uint8Array>): Promise<boolean> {
  try {
    await put(file, parts);
    return true;
  } catch (error) {
    return reportFailure(file, error);
  }
}

/** Writes output to the file that an option names or to the standard output, like {@link writeFile}. */
export function writeTo(file: string | undefined, parts: Iterable<Uint8Array | string>): Promise<boolean> {
  return file === undefined
    ? writeParts(parts)
    : writeFile(
        file,
        // A list, because writing may have to begin again from the first part.
        Array.from(parts, (part) => Buffer.from(part)),
      );
}

function reportFailure(file: string, error: unknown): false {
  if (error instanceof Refusal) {
    reportError(error.message);
  } else if (codeOf(error) === "ENOENT") {
    // For a link, the missing folder is that of its target.
    const isLink = lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    const help = isLink ? undefined : `create it: mkdir -p ${typed(dirname(file))}`;
    reportError(`\`${file}\` cannot be written: its folder does not exist`, help);
  } else {
    reportError(`\`${file}\` cannot be written: ${explain(error)}`);
  }
  return false;
}

/** Like {@link writeFile}, for one of very many files: overwrites it in place, and does not wait for the disk. */
export function writeOver(file: string, bytes: Uint8Array): boolean {
  try {
    writeFileSync(file, bytes);
    return true;
  } catch (error) {
    return reportFailure(file, error);
  }
}

async function put(file: string, parts: Iterable<Uint8Array>): Promise<void> {
  // A pipe cannot be replaced by a draft, and is not ready until its reader has opened it.
  if (isPipe(file)) {
    return writePipe(file, parts);
  }
  const target = targetOf(file);
  const open = target === undefined ? undefined : openAt(target);
  if (open !== undefined) {
    return writeOn(open, parts);
  }
  if (target !== undefined && mayBeReplaced(file, target)) {
    try {
      return await writeAll([{ path: file, parts: shortened(parts) }]);
    } catch (error) {
      if (!(error instanceof Refusal && NO_DRAFT.has(codeOf(error.cause) ?? ""))) {
        throw error;
      }
    }
  }
  const opened = openSync(file, "w");
  try {
    writeOn(opened, parts);
  } finally {
    closeSync(opened);
  }
}

function writeOn(file: number, parts: Iterable<Uint8Array>): void {
  for (const part of parts) {
    writeWhole(file, part);
  }
}

/**
 * Returns true if another file may replace the one that `file` leads to. That is not so if the file is known by more
 * than its name: an open file, a device, a file with two names, or one whose owner would change.
 */
function mayBeReplaced(file: string, target: string): boolean {
  if (SYSTEM.test(target)) {
    return false;
  }
  const found = statSync(target, { throwIfNoEntry: false });
  // A broken link cannot be replaced by a draft.
  return found === undefined ? target === placeOf(file) : found.isFile() && found.nlink === 1 && isOurs(found);
}

/**
 * Returns the descriptor of an open file that this process inherited, if `path` names one. Opening the file again would
 * truncate it and overwrite the output of other processes, so the open descriptor is used.
 */
function openAt(path: string): number | undefined {
  const { out, err, open, owner, number } = OPEN.exec(path)?.groups ?? {};
  const file = out ? 1 : err ? 2 : (open ?? (owner === String(process.pid) ? number : undefined));
  return file !== undefined && statSync(path).isFile() ? Number(file) : undefined;
}

function isOurs({ uid }: Stats): boolean {
  const own = process.geteuid?.();
  return own === undefined || own === 0 || own === uid;
}

/**
 * Returns the target of the links at `file`. Links in the folders of the system are not followed. Returns undefined for
 * a cycle of links and for a device of Windows (`\\.\NUL`).
 */
function targetOf(file: string): string | undefined {
  if (resolve(file).startsWith("\\\\.\\")) {
    return undefined;
  }
  let at = placeOf(file);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (SYSTEM.test(at) || !lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) {
      return at;
    }
    at = placeOf(resolve(dirname(at), readlinkSync(at)));
  }
  return undefined;
}

/** Returns a path without links except in its last part. */
function placeOf(path: string): string {
  const full = resolve(path);
  return join(realpathSync(dirname(full)), basename(full));
}

function* shortened(parts: Iterable<Uint8Array>): Iterable<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += PORTION) {
      yield part.subarray(at, at + PORTION);
    }
  }
}
