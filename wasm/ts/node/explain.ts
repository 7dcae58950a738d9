/** Explains the errors of the file system to people. */

import { messageOf } from "../errors.js";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EDQUOT: "the disk quota is exceeded",
  EFBIG: "it is too large for the file system",
  EIO: "the disk reports an error",
  EISDIR: "it is a folder",
  ELOOP: "its links form a cycle",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ENFILE: "too many files are open on this machine",
  ENOENT: "it does not exist",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is a file, not a folder",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
};

/** Returns the reason why an operation on a file failed, as the end of a sentence after a colon. */
export function explain(error: unknown): string {
  return REASONS[codeOf(error) ?? ""] ?? messageOf(error);
}

/** Returns the system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns the result of `work`; an error of the file system becomes an error with a message for people. */
export function explaining<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(explain(error));
  }
}
