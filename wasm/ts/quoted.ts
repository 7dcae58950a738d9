/** Quotes words of commands for a shell. */

/** Returns a string as one word for a shell, in quotes if necessary. */
export function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : inQuotes(text);
}

/** Returns a string as one word for a shell, in quotes. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
