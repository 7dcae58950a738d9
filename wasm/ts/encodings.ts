/** Encodings: legacy ones, which the host decodes for the engine, and those that a byte order mark names. */

/** A decoder of legacy encodings. */
export interface Encodings {
  /**
   * Decodes `bytes` in an encoding, which has its name in the WHATWG standard. Returns undefined for invalid bytes.
   *
   * If `isForgiving` is true, invalid bytes become U+FFFD. If `isWhole` is false, the bytes may end inside a character,
   * which is then left out. A byte order mark is an ordinary character.
   *
   * @throws The reason why the host cannot decode the encoding.
   */
  decode(encoding: string, bytes: Uint8Array, isForgiving: boolean, isWhole: boolean): string | undefined;
}

/** Returns the encoding that a byte order mark at the start of a file names: UTF-16, or UTF-8 without such a mark. */
export function encodingByMark([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) {
    return "utf-16le";
  }
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Characters that decoders which do not follow the standard, such as Node's, decode differently. */
const PROBES: readonly (readonly [encoding: string, bytes: readonly number[], text: string])[] = [
  ["euc-kr", [0x81, 0x41], "\uac02"],
  ["big5", [0x87, 0x40], "\u43f0"],
];

/**
 * Corrects four characters of Big5 that consist of a letter and an accent: Chromium decodes them as a wrong character
 * and half of a surrogate pair. Other text never contains such halves.
 */
function mended(text: string): string {
  return text
    .replace(/[\u0093\u00b3](?=[\udf04\udf0c])/g, (letter) => (letter === "\u0093" ? "\u00ca" : "\u00ea"))
    .replace(/(?<=[\u00ca\u00ea])[\udf04\udf0c]/g, (half) => (half === "\udf04" ? "\u0304" : "\u030c"));
}

/** `TextDecoder`, which follows the standard in browsers. */
export const textDecoder: Encodings = {
  decode(encoding, bytes, isForgiving, isWhole) {
    requireStandard();
    const decoder = new TextDecoder(encoding, { fatal: !isForgiving, ignoreBOM: true });
    try {
      const text = decoder.decode(bytes, { stream: !isWhole });
      return encoding === "Big5" ? mended(text) : text;
    } catch (error) {
      if (error instanceof TypeError) {
        return undefined;
      }
      throw error;
    }
  },
};

let isStandard: boolean | undefined;

/** @throws If the decoder of the host does not follow the standard, as it would decode some files differently. */
function requireStandard(): void {
  isStandard ??= PROBES.every(([encoding, bytes, text]) => {
    return new TextDecoder(encoding).decode(Uint8Array.from(bytes)) === text;
  });
  if (!isStandard) {
    throw new Error("the `TextDecoder` of this host does not follow the WHATWG standard");
  }
}

let inUse = textDecoder;

/** Returns the decoder for the instances of the engine that are made from now on. */
export function encodingsInUse(): Encodings {
  return inUse;
}

/** Sets the decoder, for hosts whose `TextDecoder` does not follow the standard. */
export function useEncodings(encodings: Encodings): void {
  inUse = encodings;
}
