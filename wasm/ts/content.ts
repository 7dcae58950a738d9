/** The content of a file that a caller passes. */

import { isBytes } from "./expected.js";
import type { Reader } from "./source.js";

/** The content of a list, a plan or a package, or a reader that reads the file of that name. */
export type AssetContent = string | Uint8Array | Reader;

/** @internal Returns a reader of content as the only file. */
export function readerOf(content: string | Uint8Array): Required<Reader>;
export function readerOf(content: AssetContent): Reader;
export function readerOf(content: AssetContent): Reader {
  if (typeof content !== "string" && !isBytes(content)) {
    return content;
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    read: () => bytes,
    size: () => bytes.length,
    fill(_, view, offset) {
      const part = bytes.subarray(offset, offset + view.length);
      view.set(part);
      return part.length;
    },
  };
}
