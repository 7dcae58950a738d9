/** Places in files, as messages name them. */

/** A place; parts that are null or undefined are unknown. */
export interface MessagePlace {
  path?: string | null | undefined;
  line?: number | null | undefined;
  column?: number | null | undefined;
}

/** Returns `path:line:column`, as far as the place is known. */
export function placeOf({ path, line, column }: MessagePlace): string {
  return [path, line, column].filter((part) => part !== undefined && part !== null).join(":");
}

/** Returns a message with its place in front, as far as that is known. */
export function withPlace(message: string, at: MessagePlace): string {
  const place = placeOf(at);
  return place === "" ? message : `${place}: ${message}`;
}
