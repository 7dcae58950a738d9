/** Converts files to the form of tests: strings, and the first bytes of binary files. */

import { attempt } from "../../../wasm/ts/attempt.js";
import { decoded } from "../editor/decode.ts";
import { formatBytes, formatCount } from "../format.ts";
import { type Content, type Folder, sizeOf } from "../project.ts";

/** The content of a file in a test: a string, or the first bytes and the size up to which zeros follow. */
export type TestFile = string | { bytes: Uint8Array; size: number };

/** A file that a test cannot contain, and the reason. */
export interface LeftOut {
  path: string;
  /** The reason, as a phrase that follows the path of the file. */
  reason: string;
}

interface TestFiles {
  files: Map<string, TestFile>;
  /** The paths of those files that the test can hold only the first bytes of. */
  cut: Set<string>;
  /** Longer forms of files whose first bytes may not be enough, by path, the shortest first. */
  longer: Map<string, readonly TestFile[]>;
  /** The files that the test cannot hold. */
  leftOut: LeftOut[];
}

/** The maximum number of bytes of a binary file in a test. */
export const MOST_BYTES = 4_096;
/**
 * The numbers of first bytes of a binary file that are tried, one after the other. The headers of most pictures fit
 * into the first, those of nearly all pictures into the second.
 */
const HEADS = [32, 256] as const;
const LONGEST_HEAD = HEADS[1];
/** The maximum size, in bytes, of a file that is searched for zeros at its end. */
const LOOKED_THROUGH = 1024 * 1024;
/** The maximum length of a text file, in UTF-16 units: people do not read longer ones. */
const MOST_TEXT = 200_000;

/** Returns the files at `paths` as a test contains them, sorted by path. */
export async function testFilesOf(folder: Folder, paths: Iterable<string>): Promise<TestFiles> {
  const found: TestFiles = { files: new Map(), cut: new Set(), longer: new Map(), leftOut: [] };
  for (const path of [...paths].sort()) {
    const content = folder.get(path);
    if (content === undefined) {
      continue;
    }
    try {
      const { file, longer = [], isCut } = await testFileOf(content);
      if (file === undefined) {
        const reason = `is longer than ${formatCount(MOST_TEXT)} characters (${formatBytes(sizeOf(content))})`;
        found.leftOut.push({ path, reason });
      } else {
        found.files.set(path, file);
      }
      if (longer.length > 0) {
        found.longer.set(path, longer);
      }
      if (isCut) {
        found.cut.add(path);
      }
    } catch {
      found.leftOut.push({ path, reason: "cannot be read" });
    }
  }
  return found;
}

/** The forms in which a test can contain one file. `file` is the shortest one. */
interface FileForms {
  file: TestFile | undefined;
  longer?: readonly TestFile[];
  isCut: boolean;
}

/** Returns the forms in which a test can contain a file. `file` is undefined for a string that is too long. */
async function testFileOf(content: Content): Promise<FileForms> {
  if (typeof content === "string") {
    return { file: content.length > MOST_TEXT ? undefined : content, isCut: false };
  }
  if (content.size > MOST_TEXT * 4) {
    // UTF-8 text of this size is always too long.
    if (await beginsAsText(content)) {
      return { file: undefined, isCut: false };
    }
  } else {
    const text = await decoded(content);
    if (text?.encoding === "UTF-8") {
      return { file: text.text.length > MOST_TEXT ? undefined : text.text, isCut: false };
    }
  }
  const looked = content.size > LOOKED_THROUGH ? content.slice(0, LONGEST_HEAD) : content;
  const bytes = new Uint8Array(await looked.arrayBuffer());
  const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const isCut = looked.size < content.size || length > MOST_BYTES;
  const lengths = isCut ? HEADS : [...HEADS.filter((head) => head < length), length];
  const [file, ...longer] = lengths.map((to) => ({ bytes: bytes.slice(0, to), size: content.size }));
  return { file, longer, isCut };
}

/** Returns true if a file begins with text in UTF-8. */
async function beginsAsText(content: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await content.slice(0, MOST_BYTES).arrayBuffer());
  // The last letter may be cut off.
  const text = attempt(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }));
  return text !== undefined && !text.includes("\0");
}

/** Returns the number of characters that a test needs for a file. */
export function weightOf(file: TestFile): number {
  return typeof file === "string" ? file.length : file.bytes.length * 3;
}
