/** Applies a suggestion of the engine to the text of a rule file. */

import type { Part } from "../place.ts";
import type { Project } from "../project.ts";

/** Returns the text of the file with `suggestion` at `place`; undefined if it is no text file. */
export function withReplacement(project: Project, place: Part, suggestion: string): string | undefined {
  const text = project[place.side].get(place.path);
  if (typeof text !== "string") {
    return undefined;
  }
  const bytes = new TextEncoder().encode(text);
  const part = (from: number, to?: number) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
  return part(0, place.start) + suggestion + part(place.end);
}

/** Returns the text at a place, or undefined if there is no such text file. */
export function textAt(project: Project, { side, path, start, end }: Part): string | undefined {
  const text = project[side].get(path);
  return typeof text === "string"
    ? new TextDecoder().decode(new TextEncoder().encode(text).subarray(start, end))
    : undefined;
}
