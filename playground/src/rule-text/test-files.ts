/** The files of a project as a test of rules can hold them: texts, and of what is no text the first bytes. */

import { decoded } from "../editor/decode.ts";
import { formatBytes, formatCount } from "../format.ts";
import { type Content, type Folder, sizeOf } from "../project.ts";

/** What a test holds of a file: a text, or bytes with zeros behind them up to a length. */
export type TestFile = string | { bytes: Uint8Array; size: number };

/** A file that a test does not hold, and why. */
export interface LeftOut {
  /** Its path. */
  path: string;
  /** Why, behind "it". */
  reason: string;
}

/** Files for a test. */
export interface TestFiles {
  /** What the test holds. */
  files: Map<string, TestFile>;
  /** Of these, those that it can hold the first bytes of only. */
  cut: Set<string>;
  /** What it can hold of files in place of the first bytes, the least first. */
  longer: Map<string, readonly TestFile[]>;
  /** What it does not hold. */
  leftOut: LeftOut[];
}

/** So many bytes of a file that is no text can stand in a test. */
export const MOST_BYTES = 4_096;
/** So many of its first bytes are tried before more: the headers of most pictures are no longer, those of all hardly longer. */
const HEADS = [32, 256] as const;
const LONGEST_HEAD = HEADS[1];
/** Files that are no longer are looked through for zeros at their end, in bytes. */
const LOOKED_THROUGH = 1024 * 1024;
/** Longer texts are none that people read, in UTF-16 units. */
const MOST_TEXT = 200_000;

/** The files at `paths`, as a test holds them, in the order of their paths. */
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

/** What a test holds of one file. */
interface Held {
  file: TestFile | undefined;
  longer?: readonly TestFile[];
  isCut: boolean;
}

/** What a test holds of a file; nothing of a text that is too long. */
async function testFileOf(content: Content): Promise<Held> {
  if (typeof content === "string") {
    return { file: content.length > MOST_TEXT ? undefined : content, isCut: false };
  }
  if (content.size > MOST_TEXT * 4) {
    // No text in UTF-8 of so many bytes is short enough.
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

/** Whether what a file begins with is text in UTF-8. */
async function beginsAsText(content: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await content.slice(0, MOST_BYTES).arrayBuffer());
  try {
    // The last letter may be cut off.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return !bytes.includes(0);
  } catch {
    return false;
  }
}

/** How much a test has to hold of a file, in characters. */
export function weightOf(file: TestFile): number {
  return typeof file === "string" ? file.length : file.bytes.length * 3;
}
