/** A rule file with a suggestion of the engine put in place of what it is said of. */

import type { Part } from "../place.ts";
import type { Project } from "../project.ts";

/** The text of the file after that, at `place`, where it is said of; nothing where there is no such text. */
export function mendedText(project: Project, place: Part, suggestion: string): string | undefined {
  const text = project[place.side].get(place.path);
  if (typeof text !== "string") {
    return undefined;
  }
  const bytes = new TextEncoder().encode(text);
  const part = (from: number, to?: number) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
  return part(0, place.start) + suggestion + part(place.end);
}

/** What is written at a place; nothing where there is no such text. */
export function writtenAt(project: Project, { side, path, start, end }: Part): string | undefined {
  const text = project[side].get(path);
  return typeof text === "string"
    ? new TextDecoder().decode(new TextEncoder().encode(text).subarray(start, end))
    : undefined;
}
