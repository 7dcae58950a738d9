/** Patterns for paths, as a rule has them. */

/** The pattern for all files that end like the one at `path`. */
export function patternFor(path: string): string {
  const [end = ""] = /\.[^./]+$/.exec(path) ?? /[^/]+$/.exec(path) ?? [];
  return `${end.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`;
}
