/** Decodes bytes as text for display. The page shows as text what the engine reads as text. */

import { attempt } from "../../../wasm/ts/attempt.js";
import { encodingByMark } from "../../../wasm/ts/encodings.js";

export interface Decoded {
  /** The text. A byte order mark is a part of it in UTF-8 only, as in the engine. */
  text: string;
  /** The common name of the encoding. */
  encoding: string;
}

/** The maximum size, in bytes, of a file that is shown as text. An editor would be slow with longer files. */
export const MAX_SHOWN = 20 * 1024 * 1024;

/** The maximum length of an XML declaration, in bytes. */
const DECLARATION = 200;
/** The number of bytes that are searched for characters that do not occur in text. */
const PROBE = 64 * 1024;

/** Returns the text of a file; undefined if it is too long or not text. */
export async function decoded(blob: Blob): Promise<Decoded | undefined> {
  if (blob.size > MAX_SHOWN) {
    return undefined;
  }
  return decode(new Uint8Array(await blob.arrayBuffer()));
}

/** Returns the text of bytes; undefined if they are not text. */
export function decode(bytes: Uint8Array): Decoded | undefined {
  const encoding = encodingOf(bytes);
  // A byte order mark of UTF-8 stays, because positions count it.
  const options = { fatal: true, ignoreBOM: encoding === "utf-8" };
  const text = attempt(() => new TextDecoder(encoding, options).decode(bytes));
  if (text === undefined) {
    return encoding === "utf-8" ? broken(bytes) : undefined;
  }
  // Text contains no zero bytes.
  return text.slice(0, PROBE).includes("\0") ? undefined : { text, encoding: encoding.toUpperCase() };
}

/**
 * A file with at most one invalid byte in this number of characters is text in another encoding; with more, it is
 * binary.
 */
const FEW = 8;

/** Returns text with invalid bytes as `\ufffd`. Positions are those of the engine up to the first invalid byte. */
function broken(bytes: Uint8Array): Decoded | undefined {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const head = text.slice(0, PROBE);
  const wrong = head.split("\ufffd").length - 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that do not occur in text.
  const isText = wrong * FEW <= head.length && !/[\0-\x08\x0e-\x1f]/.test(head);
  return isText ? { text, encoding: "not valid UTF-8: invalid bytes are shown as \ufffd" } : undefined;
}

/** Returns the encoding: from the byte order mark, or from the XML declaration, or else UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION));
  const [, declared] = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head) ?? [];
  return declared?.toLowerCase() ?? encodingByMark(bytes);
}
