/**
 * Writes the files of a command: all of them completely, or none.
 *
 * Each file is written under a temporary name in its folder, and renamed when all files are written. A rename is
 * atomic, so that another process reads either the old file or the new one. If a later rename fails, the earlier ones
 * are undone.
 */

import { randomBytes } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { constants as system } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import { attempt } from "../attempt.js";
import { codeOf, explain } from "../node/explain.js";
import { realTarget } from "./real-target.js";
import { Refusal } from "./refusal.js";

export interface OutputFile {
  path: string;
  /** Its bytes, in parts. */
  parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Errors of file systems that do not support flushing. */
const NO_FLUSH = new Set(["EINVAL", "ENOTSUP"]);

/** Signals that end a program, but leave it time to clean up. */
const ENDING = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Throws a {@link Refusal} if a file cannot or must not be written, as far as that is known before the work. */
export function refuseTargets(paths: readonly string[], overwrite: boolean): void {
  const targets = new Set<string>();
  for (const path of paths) {
    const target = targetOf(path);
    if (targets.has(target)) {
      throw new Refusal(`two results cannot be written to the same file \`${path}\``);
    }
    targets.add(target);
    if (!overwrite && isThere(target)) {
      throw new Refusal(`\`${path}\` exists already`, "name another file, or overwrite it: --force");
    }
  }
}

/** Returns true if anything exists at a path. Throws a {@link Refusal} if no file can exist there. */
export function isThere(path: string): boolean {
  return orUnwritable(path, () => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
}

/**
 * Writes the files, and replaces those that exist. Creates `folder`, which some of the files are in, if it does not
 * exist.
 *
 * @throws {Refusal} When a file cannot be written. Then no file has changed.
 */
export async function writeAll(outputs: readonly OutputFile[], folder?: string): Promise<void> {
  const drafts: OutputDraft[] = [];
  let isCreated = false;
  const discard = () => {
    for (const draft of drafts) {
      draft.discard();
    }
    if (isCreated && folder !== undefined) {
      // Fails if the files have been written: only an empty folder is removed.
      attempt(() => rmdirSync(folder));
    }
  };
  await tidily(discard, async () => {
    if (folder !== undefined && !isThere(folder)) {
      orUnwritable(folder, () => mkdirSync(folder));
      isCreated = true;
    }
    for (const { path, parts } of outputs) {
      const draft = new OutputDraft(path);
      drafts.push(draft);
      await draft.write(parts);
    }
    replaceAll(drafts);
  });
}

/** Like {@link writeAll}, for one file and synchronously. Signals are not handled meanwhile. */
export function writeAtOnce(path: string, bytes: Uint8Array): void {
  const draft = new OutputDraft(path);
  try {
    draft.writeAtOnce(bytes);
    draft.replace(false);
  } finally {
    draft.discard();
  }
}

/** Runs `work` and then `tidy`, even if `work` fails or a signal asks the process to end meanwhile. */
export async function tidily<T>(tidy: () => void, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    tidy();
    process.exit(128 + system.signals[signal]);
  };
  for (const signal of ENDING) {
    process.once(signal, end);
  }
  // An earlier handler of a signal may end the process at once.
  process.once("exit", tidy);
  try {
    return await work();
  } finally {
    tidy();
    process.off("exit", tidy);
    for (const signal of ENDING) {
      process.off(signal, end);
    }
  }
}

/** Puts all drafts into their places, or changes nothing. */
function replaceAll(drafts: readonly OutputDraft[]): void {
  const done: OutputDraft[] = [];
  try {
    for (const draft of drafts) {
      // A single rename never has to be undone.
      draft.replace(drafts.length > 1);
      done.push(draft);
    }
  } catch (error) {
    for (const draft of done.reverse()) {
      draft.restore();
    }
    throw error;
  }
}

/** A file that is being written, next to the one that it will replace. */
class OutputDraft {
  readonly #path: string;
  readonly #target: string;
  readonly #own: string;
  /** The temporary name of the old file, while it may have to be restored. */
  #old: string | undefined;

  /** Creates a draft of the file at `path`, without writing anything. */
  constructor(path: string) {
    this.#path = path;
    this.#target = targetOf(path);
    this.#own = siblingName(this.#target);
  }

  /** Writes the whole draft. Signals are handled between parts. */
  async write(parts: OutputFile["parts"]): Promise<void> {
    const file = this.#open();
    try {
      for await (const part of parts) {
        orUnwritable(this.#path, () => writeWhole(file, part));
        await setImmediate();
      }
      orUnwritable(this.#path, () => flush(file));
    } finally {
      closeSync(file);
    }
  }

  /** Like {@link OutputDraft.write}, for all bytes at once and synchronously. */
  writeAtOnce(bytes: Uint8Array): void {
    const file = this.#open();
    try {
      orUnwritable(this.#path, () => {
        writeWhole(file, bytes);
        flush(file);
      });
    } finally {
      closeSync(file);
    }
  }

  #open(): number {
    // `wx` fails if the name exists, so that a link which another user has created is not followed.
    return orUnwritable(this.#path, () => {
      const old = statSync(this.#target, { throwIfNoEntry: false });
      const file = openSync(this.#own, "wx", old === undefined ? 0o666 : old.mode & 0o777);
      if (old !== undefined) {
        belongAs(file, old);
      }
      return file;
    });
  }

  /** Moves the draft into its place. If `keep` is true, the old file can be restored. */
  replace(keep: boolean): void {
    orUnwritable(this.#path, () => {
      if (keep && statSync(this.#target, { throwIfNoEntry: false }) !== undefined) {
        this.#old = siblingName(this.#target);
        keepAs(this.#target, this.#old);
      }
      renameSync(this.#own, this.#target);
    });
  }

  /** Restores the old file, or removes the new one if there was none. */
  restore(): void {
    if (this.#old === undefined) {
      rmSync(this.#target, { force: true });
    } else {
      renameSync(this.#old, this.#target);
    }
  }

  /** Removes the files that are no longer needed. */
  discard(): void {
    rmSync(this.#own, { force: true });
    if (this.#old !== undefined) {
      rmSync(this.#old, { force: true });
    }
  }
}

/** Runs `work` for a file that is to be written; an error explains why the file cannot be written. */
function orUnwritable<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refusal ? error : unwritable(path, error);
  }
}

/** Returns the file that is written for a path: the target of links. Throws a {@link Refusal} if it cannot be. */
function targetOf(path: string): string {
  const full = resolve(path);
  if (!isThere(path)) {
    orUnwritable(path, () => accessSync(dirname(full), constants.W_OK));
    return realTarget(full);
  }
  try {
    const target = realpathSync(full);
    const found = statSync(target);
    if (!found.isFile()) {
      const what = found.isDirectory() ? "a folder" : "a device or a pipe";
      throw new Refusal(`\`${path}\` cannot be written: it is ${what}, not a file`);
    }
    accessSync(target, constants.W_OK);
    return target;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      throw new Refusal(`\`${path}\` cannot be written: it is a broken link`);
    }
    throw error instanceof Refusal ? error : unwritable(path, error);
  }
}

function unwritable(path: string, error: unknown): Refusal {
  const reason = codeOf(error) === "ENOENT" ? "its folder does not exist" : explain(error);
  return new Refusal(`\`${path}\` cannot be written: ${reason}`, undefined, { cause: error });
}

/** Returns an unused name in the folder of a file. The name shows its purpose, in case the file is not removed. */
export function siblingName(target: string): string {
  return join(dirname(target), `.assay-${randomBytes(8).toString("hex")}.tmp`);
}

/** Returns true if a path is that of a draft of a run that was killed. */
export function isDraft(path: string): boolean {
  return path.endsWith(".tmp") && /(?:^|\/)\.assay-[0-9a-f]{16}\.tmp$/.test(path);
}

/** Gives a new file the owner and the permissions of the old one, as far as that is possible. */
function belongAs(file: number, { uid, gid, mode }: Stats): void {
  for (const change of [() => fchownSync(file, uid, gid), () => fchmodSync(file, mode & 0o777)]) {
    // Only privileged users can change the owner, and some file systems have no owners or permissions.
    attempt(change);
  }
}

/** Flushes a file to the disk, if the file system supports that: some, such as network file systems, do not. */
function flush(file: number): void {
  try {
    fsyncSync(file);
  } catch (error) {
    if (!NO_FLUSH.has(codeOf(error) ?? "")) {
      throw error;
    }
  }
}

/** Gives a file a second name; if that is not possible, makes a copy. */
function keepAs(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
  }
}

export function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, bytes.length - at);
  }
}
