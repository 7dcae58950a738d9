/** Reads the files that are packed into an archive. */

import { OpenFile, orUnreadable } from "./open-file.js";

/** Up to this size in bytes, packed members wait in memory for their header; larger ones are packed again. */
export const KEPT = 64 << 20;

/** The number of bytes that are read at once. */
const CHUNK = 1 << 20;

/** Yields a file in parts, each valid until the next one is read. Throws a {@link Refusal} if it cannot be read. */
export function* contentOf(path: string): Iterable<Uint8Array> {
  const file = orUnreadable(path, () => new OpenFile(path));
  try {
    // The buffer is not larger than the file, as allocating large buffers for many small files is slow.
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
