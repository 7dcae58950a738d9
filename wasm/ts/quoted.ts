/** Words of commands that a shell is to read as they are. */

/** A text as one word of a shell: in quotes where it has to be. */
export function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : inQuotes(text);
}

/** A text as one word of a shell, in quotes. */
export function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
