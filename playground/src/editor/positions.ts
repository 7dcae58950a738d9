/** From bytes of a text, in which the engine counts, to places in an editor's document. */

/**
 * The positions in an editor's document of byte offsets into its file's text, both in ascending order.
 *
 * A byte order mark is no part of the document, and every line end is one position in it.
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

/** How long a part of a text is as UTF-8, in bytes. */
export function bytesIn(text: string, from: number, to: number): number {
  let bytes = 0;
  for (let unit = from; unit < to; unit += 1) {
    bytes += bytesOf(text.charCodeAt(unit));
  }
  return bytes;
}

/** The length of a UTF-16 unit as UTF-8: of four bytes for a pair, each half counts two. */
function bytesOf(code: number): number {
  if (code < 0x80) {
    return 1;
  }
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
}

function isLeftOut(code: number, unit: number, text: string): boolean {
  return (code === 0xfeff && unit === 0) || (code === 0x0a && text.charCodeAt(unit - 1) === 0x0d);
}

/** The byte offset into a file's text of a position in its editor's document. */
export function offsetAt(text: string, position: number): number {
  let bytes = 0;
  let left = position;
  for (let unit = 0; unit < text.length && (left > 0 || isLeftOut(text.charCodeAt(unit), unit, text)); unit += 1) {
    bytes += bytesOf(text.charCodeAt(unit));
    left -= isLeftOut(text.charCodeAt(unit), unit, text) ? 0 : 1;
  }
  return bytes;
}
