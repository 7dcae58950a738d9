/** Legacy encodings, which the host decodes for the engine. */

/** A decoder of legacy encodings. */
export interface Encodings {
  /**
   * The text that `bytes` are in an encoding, by the name that the WHATWG's standard gives it; undefined when they are no
   * text of it.
   *
   * With `isForgiving` every fault becomes U+FFFD. Bytes that are not the whole text may end inside a character, which is
   * left out. A byte order mark is a character like others. What is thrown says why the host cannot decode it.
   */
  decode(encoding: string, bytes: Uint8Array, isForgiving: boolean, isWhole: boolean): string | undefined;
}

/** Characters that other decoders than the standard's take for something else, Node's among them. */
const PROBES: readonly (readonly [encoding: string, bytes: readonly number[], text: string])[] = [
  ["euc-kr", [0x81, 0x41], "\uac02"],
  ["big5", [0x87, 0x40], "\u43f0"],
];

/**
 * The text that it should have been: Chromium makes one wrong character and half of a pair of the four characters of Big5
 * that are written as a letter and an accent. Halves are in no text otherwise.
 */
function mended(text: string): string {
  return text
    .replace(/[\u0093\u00b3](?=[\udf04\udf0c])/g, (letter) => (letter === "\u0093" ? "\u00ca" : "\u00ea"))
    .replace(/(?<=[\u00ca\u00ea])[\udf04\udf0c]/g, (half) => (half === "\udf04" ? "\u0304" : "\u030c"));
}

/** `TextDecoder`, which is that of the standard in browsers. */
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

/** @throws When the host has another decoder, as it would decode some texts to others than all others do. */
function requireStandard(): void {
  isStandard ??= PROBES.every(([encoding, bytes, text]) => {
    return new TextDecoder(encoding).decode(Uint8Array.from(bytes)) === text;
  });
  if (!isStandard) {
    throw new Error("the `TextDecoder` of this host is not that of the WHATWG's standard");
  }
}

let inUse = textDecoder;

/** Returns the decoder for the instances of the engine that are made from now on. */
export function encodingsInUse(): Encodings {
  return inUse;
}

/** Sets another decoder than `TextDecoder`, for hosts where that is not the standard's. */
export function useEncodings(encodings: Encodings): void {
  inUse = encodings;
}
