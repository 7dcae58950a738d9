/** The files of a folder that are packed into an archive. */

import { OpenFile, orUnreadable } from "./open-file.js";

/** Packed members up to this size, in bytes, are kept until it is known what stands in front of them; others are packed again. */
export const KEPT = 64 << 20;

/** Bytes that are read at once. */
const CHUNK = 1 << 20;

/**
 * The bytes of a file, in parts of which each is over when the next one is asked for.
 *
 * @throws {Refusal} When it cannot be read.
 */
export function* contentOf(path: string): Iterable<Uint8Array> {
  const file = orUnreadable(path, () => new OpenFile(path));
  try {
    // No larger than the file: a large one for each of many small files is what takes the time.
    const size = orUnreadable(path, () => file.size());
    const buffer = new Uint8Array(Math.min(CHUNK, Math.max(size, 1)));
    for (let at = 0; ; ) {
      const read = orUnreadable(path, () => file.fill("", buffer, at));
      if (read === 0) {
        return;
      }
      yield buffer.subarray(0, read);
      at += read;
    }
  } finally {
    file.close();
  }
}
