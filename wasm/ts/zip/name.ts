/** Decodes the names of members in the same way as the engine's reader of archives. */

import { attempt } from "../attempt.js";
import { crc32 } from "./crc32.js";

/** The characters for the bytes from 128 on in code page 437, the encoding of names that are not marked as UTF-8. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** The field with a name in UTF-8, in addition to a name in another encoding. */
const UNICODE_PATH = 0x7075;
/** The number of DOS and Windows among the systems that entries are made on. */
const DOS = 0;
const BACKSLASH = 0x5c;

/**
 * Decodes the name with the bytes `raw`. Uses the additional UTF-8 name if its checksum matches. Otherwise decodes the
 * bytes as UTF-8 or, unless they are marked as UTF-8, as code page 437. Returns undefined for invalid bytes. In an
 * entry from DOS or Windows without slashes, backslashes separate folders.
 */
export function nameOf(raw: Uint8Array, isUtf8: boolean, extra: Uint8Array, host: number): string | undefined {
  const unicodePath = fieldOf(extra, UNICODE_PATH);
  if (
    unicodePath !== undefined &&
    unicodePath[0] === 1 &&
    unicodePath.length > 5 &&
    viewOf(unicodePath).getUint32(1, true) === crc32(raw)
  ) {
    return decoded(unicodePath.subarray(5));
  }
  const text = decoded(raw);
  if (text === undefined && isUtf8) {
    return undefined;
  }
  const name = text ?? Array.from(raw, letterOf).join("");
  // In another encoding, a backslash may be the second byte of a character.
  const isSecond = text === undefined && raw.some((byte, at) => byte === BACKSLASH && (raw[at - 1] ?? 0) > 127);
  return host === DOS && !name.includes("/") && !isSecond ? name.replaceAll("\\", "/") : name;
}

/** Returns the first extra field of this kind. */
export function fieldOf(extra: Uint8Array, kind: number): Uint8Array | undefined {
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) === kind) {
      return extra.subarray(at + 4, at + 4 + view.getUint16(at + 2, true));
    }
  }
  return undefined;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function decoded(bytes: Uint8Array): string | undefined {
  return attempt(() => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
}

function letterOf(byte: number): string {
  return byte < 128 ? String.fromCharCode(byte) : (CODE_PAGE_437[byte - 128] ?? "");
}
