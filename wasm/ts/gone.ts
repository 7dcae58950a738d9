/** Errors of files that a browser refuses to read: they were changed, removed or locked after the user opened them. */

/** Returns the message about such a file, which begins with `name`. */
export function describeGone(name = "it"): string {
  return `${name} was changed or removed on the disk, or may not be read any more: open it again`;
}

/** Returns true if a file could not be read because it is no longer the one that the user opened. */
export function isGone(error: unknown): boolean {
  const { name } = error as Error;
  return name === "NotReadableError" || name === "NotFoundError";
}

/** Always throws: the reason why a file was not read, with a clearer message than the browser's if possible. */
export function unread(error: unknown, name?: string): never {
  throw isGone(error) ? new Error(describeGone(name)) : error;
}
