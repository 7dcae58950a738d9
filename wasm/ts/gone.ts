/** Files on the disk that a browser refuses to read: each has changed since it was given to the page, or gone, or is locked. */

/** Returns the message about such a file, which begins with `name`. */
export function goneText(name = "it"): string {
  return `${name} has changed or gone on the disk, or may not be read any more: give it again`;
}

/** Whether a file was not read as it is no longer the one that was given. */
export function isGone(error: unknown): boolean {
  const { name } = error as Error;
  return name === "NotReadableError" || name === "NotFoundError";
}

/**
 * Rejects with why a file was not read: in words that help, where the browser's do not.
 *
 * @throws Always.
 */
export function unread(error: unknown, name?: string): never {
  throw isGone(error) ? new Error(goneText(name)) : error;
}
