/** Finds the name in an extraction that matches nothing, and the most similar name in the file. */

/**
 * Finds a wrong name in an extraction as it is written, on one line, and the name that `help` suggests in its place.
 */
export function findTypo(written: string, help: string): { at: number; wrong: string; name: string } | undefined {
  const [, attribute, wrong, name] =
    /(?:has no (attribute )?|is not )`([^`]+)`; did you mean `([^`]+)`\?/.exec(help) ?? [];
  if (wrong === undefined || name === undefined || written.includes("\n")) {
    return undefined;
  }
  const words = attribute === undefined ? /[\p{L}\p{N}_.:-]+/gu : /[\p{L}\p{N}_.-]+/gu;
  const found = [...written.matchAll(words)].filter(([word]) => word === wrong);
  const at = found[0]?.index;
  return found.length === 1 && at !== undefined ? { at, wrong, name } : undefined;
}
