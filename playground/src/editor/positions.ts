/** Converts byte offsets of the engine to positions in an editor's document, and back. */

/**
 * Returns the positions in an editor's document for byte offsets in the text of its file. Both are in ascending order.
 *
 * A byte order mark is not in the document, and every line end is one position.
 */
export function positionsOf(text: string, offsets: readonly number[]): number[] {
  const positions: number[] = [];
  let bytes = 0;
  let position = 0;
  let unit = 0;
  for (const offset of offsets) {
    while (bytes < offset && unit < text.length) {
      const code = text.charCodeAt(unit);
      bytes += bytesOf(code);
      position += isLeftOut(code, unit, text) ? 0 : 1;
      unit += 1;
    }
    positions.push(position);
  }
  return positions;
}

/** Returns a function that returns the position for an offset at which one of these parts begins or ends. */
export function positionFinder(
  text: string,
  parts: readonly { start: number; end: number }[],
): (offset: number) => number {
  // Sorted, because the positions are found in a single pass over the text.
  const offsets = [...new Set(parts.flatMap(({ start, end }) => [start, end]))].sort((one, other) => one - other);
  const positions = positionsOf(text, offsets);
  const known = new Map(offsets.map((offset, index) => [offset, positions[index]]));
  return (offset) => known.get(offset) ?? 0;
}

/** Returns the length of a range of text in bytes of UTF-8. */
export function bytesIn(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let unit = from; unit < to; unit += 1) {
    bytes += bytesOf(text.charCodeAt(unit));
  }
  return bytes;
}

/** Returns the length of a UTF-16 unit in bytes of UTF-8: two for each half of a surrogate pair. */
function bytesOf(code: number): number {
  if (code < 0x80) {
    return 1;
  }
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
}

function isLeftOut(code: number, unit: number, text: string): boolean {
  return (code === 0xfeff && unit === 0) || (code === 0x0a && text.charCodeAt(unit - 1) === 0x0d);
}

/** Returns the byte offset in the text of a file for a position in its document. */
export function offsetAt(text: string, position: number): number {
  let bytes = 0;
  let left = position;
  for (let unit = 0; unit < text.length && (left > 0 || isLeftOut(text.charCodeAt(unit), unit, text)); unit += 1) {
    bytes += bytesOf(text.charCodeAt(unit));
    left -= isLeftOut(text.charCodeAt(unit), unit, text) ? 0 : 1;
  }
  return bytes;
}
