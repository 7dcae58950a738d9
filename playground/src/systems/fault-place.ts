/** Finds places for which the engine reports only a line and a column: faults, and the origins of values. */

import { decoded } from "../editor/decode.ts";
import { offsetAt } from "../editor/positions.ts";
import type { AssayError } from "../engine.ts";
import type { Place } from "../place.ts";
import type { Content } from "../project.ts";

type Located = Pick<AssayError, "path" | "line" | "column">;

/** Returns the place of a fault in one of the files, which may be read from the disk. */
export async function placeOfFault(
  { path, line, column }: Located,
  files: ReadonlyMap<string, Content>,
): Promise<Place | undefined> {
  const content = path === undefined ? undefined : files.get(path);
  if (path === undefined || line === undefined || column === undefined || content === undefined) {
    return undefined;
  }
  // No link to a file that no editor shows.
  const text = typeof content === "string" ? content : (await decoded(content).catch(() => undefined))?.text;
  if (text === undefined) {
    return undefined;
  }
  const before = text.split("\n", line - 1).reduce((length, { length: more }) => length + more + 1, 0);
  const start = offsetAt(text, before + column - 1);
  return { side: "files", path, start, end: start, line, column };
}

/** Returns the message of a fault. If `place` is undefined, it begins with the file and position of the fault. */
export function messageWithPlace(
  { message, path, line, column }: Located & { message: string },
  place: Place | undefined,
): string {
  if (place !== undefined || path === undefined) {
    return message;
  }
  return `\`${[path, line, column].filter((part) => part !== undefined).join(":")}\`: ${message}`;
}
