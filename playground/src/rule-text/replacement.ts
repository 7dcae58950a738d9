/** Applies a suggestion of the engine to the text of a rule file. */

import type { Part } from "../place.ts";
import type { Project } from "../project.ts";

/** Returns the text of the file with `suggestion` at `place`; undefined if it is no text file. */
export function withReplacement(project: Project, place: Part, suggestion: string): string | undefined {
  const file = project[place.side].get(place.path);
  return typeof file === "string" ? partOf(file, 0, place.start) + suggestion + partOf(file, place.end) : undefined;
}

/** Returns the text at a place, or undefined if there is no such text file. */
export function textAt(project: Project, { side, path, start, end }: Part): string | undefined {
  const file = project[side].get(path);
  return typeof file === "string" ? partOf(file, start, end) : undefined;
}

/** Returns a part of a string, given by its bytes in UTF-8. */
function partOf(text: string, from: number, to?: number): string {
  const bytes = new TextEncoder().encode(text).subarray(from, to);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
