/** A rule file with a suggestion of the engine put in place of what it is said of. */

import type { Remark } from "../place.ts";
import type { Project } from "../project.ts";

/** The text of the file after that; nothing where there is no suggestion, or no such text any more. */
export function mendedText(project: Project, { place, suggestion }: Remark): string | undefined {
  const text = place && project[place.side].get(place.path);
  if (place === undefined || suggestion === undefined || typeof text !== "string") {
    return undefined;
  }
  const bytes = new TextEncoder().encode(text);
  const part = (from: number, to?: number) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(from, to));
  return place.end > bytes.length ? undefined : part(0, place.start) + suggestion + part(place.end);
}
