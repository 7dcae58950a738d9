/** Words of commands that a shell is to read as they are. */

/** A text as one word of a shell: in quotes where it has to be. */
export function quoted(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
