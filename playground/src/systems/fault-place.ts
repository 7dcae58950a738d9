/** Where something stands of which the engine tells a line and a column: a fault, or what set a value. */

import { decoded } from "../editor/decode.ts";
import { offsetAt } from "../editor/positions.ts";
import type { AssayError } from "../engine.ts";
import type { Place } from "../place.ts";
import type { Content } from "../project.ts";

/** The file of a fault, with the line and the column. */
type Located = Pick<AssayError, "path" | "line" | "column">;

/** The place of a fault in one of the files, of which those of the disk are read; undefined when it is in none. */
export async function placeOfFault(
  { path, line, column }: Located,
  files: ReadonlyMap<string, Content>,
): Promise<Place | undefined> {
  const content = path === undefined ? undefined : files.get(path);
  if (path === undefined || line === undefined || column === undefined || content === undefined) {
    return undefined;
  }
  // What no editor shows needs no link.
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
