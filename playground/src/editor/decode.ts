/** Bytes as a text to look at: what the engine reads as a text is shown as the same text. */

/** A text that was read from bytes. */
export interface Decoded {
  /** The text. A byte order mark is a part of it in UTF-8 only, as the engine counts. */
  text: string;
  /** The encoding, as people call it. */
  encoding: string;
}

/** Longer files are not shown as a text: an editor would be slow with them. */
export const MAX_SHOWN = 20 * 1024 * 1024;

/** How far a declaration of XML reaches at most, in bytes. */
const DECLARATION = 200;
/** So much is looked through for what no text has. */
const PROBE = 64 * 1024;

/** The text of a file, or nothing when it is too long or no text. */
export async function decoded(blob: Blob): Promise<Decoded | undefined> {
  if (blob.size > MAX_SHOWN) {
    return undefined;
  }
  return decode(new Uint8Array(await blob.arrayBuffer()));
}

/** The text of these bytes, or nothing when they are none. */
export function decode(bytes: Uint8Array): Decoded | undefined {
  const encoding = encodingOf(bytes);
  // A byte order mark of UTF-8 stays, as positions count it.
  const text = textOf(bytes, encoding, encoding === "utf-8");
  if (text === undefined) {
    return encoding === "utf-8" ? broken(bytes) : undefined;
  }
  return isBinary(text) ? undefined : { text, encoding: encoding.toUpperCase() };
}

/** One wrong byte in so many characters is a text that somebody saved in another encoding; more are no text. */
const FEW = 8;

/** A text some of whose bytes are wrong, each shown as `\ufffd`: up to the first of them, positions are as the engine counts. */
function broken(bytes: Uint8Array): Decoded | undefined {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const head = text.slice(0, PROBE);
  const wrong = head.split("\ufffd").length - 1;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has.
  const isText = wrong * FEW <= head.length && !/[\0-\x08\x0e-\x1f]/.test(head);
  return isText ? { text, encoding: "not UTF-8 as it should be: wrong bytes are shown as \ufffd" } : undefined;
}

/** The encoding: by a byte order mark, or as XML declares it, or else UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return "utf-16le";
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return "utf-16be";
  }
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION));
  return /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? "utf-8";
}

function textOf(bytes: Uint8Array, encoding: string, ignoreBOM: boolean): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** No text has a zero in it. */
function isBinary(text: string): boolean {
  return text.slice(0, PROBE).includes("\0");
}
