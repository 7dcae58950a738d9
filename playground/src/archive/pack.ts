/** Packs files into a zip. The files are read and compressed in parts. */

import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { unread } from "../../../wasm/ts/gone.js";
import type { ProgressListener } from "./unpack.ts";

/** A file to pack: its path and its content. */
export type Entry = readonly [string, string | Blob];

/** The maximum number of files in a zip of the format that is written here, without Zip64. */
export const MAX_ENTRIES = 65_535;
/** The maximum total size of the files in such a zip, in bytes. */
export const MAX_BYTES = 4_000_000_000;

/** The number of bytes of a file that are read at once. */
const STEP = 1024 * 1024;
/** Matches the names of files that are stored as they are, because their formats are compressed already. */
const PACKED_AS_IS = /\.(?:png|jpe?g|webp|avif|ogg|mp[34]|zip|glb)$/i;

/** The system and the file mode in the zip: Unix, where names are UTF-8, with files that all users may read. */
const UNIX = 3;
const MODE = 0o100644 << 16;

/** Packs files into a zip. `report` receives the progress. */
export async function pack(entries: readonly Entry[], report: ProgressListener): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const whole = new Promise<Blob>((resolve, reject) => {
    const zip = new Zip((error, part, final) => {
      if (error !== null) {
        reject(error);
        return;
      }
      parts.push(part as Uint8Array<ArrayBuffer>);
      if (final) {
        resolve(new Blob(parts, { type: "application/zip" }));
      }
    });
    addAll(zip, entries, report).catch(reject);
  });
  return await whole;
}

async function addAll(zip: Zip, entries: readonly Entry[], report: ProgressListener): Promise<void> {
  for (const [done, [path, content]] of entries.entries()) {
    report(done, entries.length);
    try {
      await add(zip, path, typeof content === "string" ? new Blob([content]) : content);
    } catch (error) {
      // The path on the page is the path inside the folder of its group.
      unread(error, `\`${path.slice(path.indexOf("/") + 1)}\``);
    }
  }
  zip.end();
}

async function add(zip: Zip, path: string, content: Blob): Promise<void> {
  const file = PACKED_AS_IS.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 });
  file.os = UNIX;
  file.attrs = MODE;
  zip.add(file);
  // An empty file also needs one push, which ends it.
  for (let at = 0; at < content.size || at === 0; at += STEP) {
    const part = new Uint8Array(await content.slice(at, at + STEP).arrayBuffer());
    file.push(part, at + STEP >= content.size);
  }
}
