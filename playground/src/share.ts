/**
 * Encodes a project as the fragment of an address, and decodes it: base64url of a version byte, a checksum, and
 * deflated JSON.
 *
 * A fragment never leaves the browser. Anyone who has the link has the project.
 */

import { deflateSync, Inflate } from "fflate";
import { attempt } from "../../wasm/ts/attempt.js";
import { unread } from "../../wasm/ts/gone.js";
import { type Part, type RemarkKey, SOURCES } from "./place.ts";
import { type Content, type Folder, faultOf, foldersOf, originOf, type Project, SIDES, type Side } from "./project.ts";

/** The state of the view without the open files. A field that is left out is as on a page that was just opened. */
export interface ViewState {
  view?: string;
  /** The rule and the file whose steps were shown. */
  steps?: { rule?: string; path?: string };
  /** The remark that was shown in full. */
  selected?: RemarkKey;
}

/** The content of a link: the files, which of them are open, and the state of the view. */
export interface Shared {
  project: Project;
  tabs: Record<Side, readonly string[]>;
  /** The open files that are shown. */
  active: Record<Side, string | undefined>;
  seen?: ViewState;
}

/** Returns the fields that are not undefined; undefined if all are. */
export function definedOf<T extends object>(fields: { [Name in keyof T]: T[Name] | undefined }): T | undefined {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? undefined : (Object.fromEntries(defined) as T);
}

/** The version of the format in which links are written. */
const VERSION = 1;
/** The length of the version byte and the checksum, in bytes. */
const HEAD = 5;
/** The maximum length of a fragment, in characters. Chats, mail programs and issue trackers cut longer ones. */
export const MAX_LINK = 8_192;
/**
 * The maximum size of the content of a link after inflating, in bytes; far above what {@link MAX_LINK} characters hold
 * of hand-written files.
 */
const MAX_UNFOLDED = 16 * 1024 * 1024;
/** The number of bytes that are inflated at once. The result is at most a thousand times as long. */
const SLICE = 1_024;

/** A link that cannot be used. */
export class ShareError extends Error {}

/** The content of a file in JSON: a string, or bytes in base64. */
type SharedContent = string | { base64: string };

/** The document that is deflated into a link. One that was read may have any form: any program can make a link. */
interface SharedDocument extends Record<Side, [string, SharedContent][]> {
  tabs: Record<Side, string[]>;
  active: Partial<Record<Side, string>>;
  /** Missing in old links. */
  seen?: unknown;
}

/** Returns the fragment for a project, without `#`. */
export async function encode({ project, tabs, active, seen }: Shared): Promise<string> {
  const document: SharedDocument = {
    rules: await written(project.rules),
    files: await written(project.files),
    tabs: { rules: [...tabs.rules], files: [...tabs.files] },
    active: Object.fromEntries(SIDES.flatMap((side) => (active[side] === undefined ? [] : [[side, active[side]]]))),
    ...(seen && { seen }),
  };
  const json = new TextEncoder().encode(JSON.stringify(document));
  // Every byte counts for the length of a link, and such projects are small.
  const folded = deflateSync(json, { level: 9 });
  const bytes = new Uint8Array(HEAD + folded.length);
  bytes[0] = VERSION;
  new DataView(bytes.buffer).setUint32(1, checksum(json));
  bytes.set(folded, HEAD);
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Returns the content of a fragment.
 *
 * @throws {ShareError} When it is damaged, or written by a later version.
 */
export function decode(fragment: string): Shared {
  const bytes = attempt(() => fromBase64(fragment.replaceAll("-", "+").replaceAll("_", "/")));
  const version = bytes?.[0] ?? 0;
  // A larger first byte is more likely damage than a version.
  if (version > VERSION && version < 32) {
    throw new ShareError("the link was made with a newer version of this page");
  }
  const shared = bytes && version === VERSION ? attempt(() => read(documentIn(bytes))) : undefined;
  if (shared === undefined) {
    throw new ShareError("the link is damaged");
  }
  return shared;
}

/** Returns the document in a link. Throws if the link is damaged. */
function documentIn(bytes: Uint8Array<ArrayBuffer>): SharedDocument {
  const { text, sum } = unfold(bytes.subarray(HEAD));
  if (sum !== new DataView(bytes.buffer).getUint32(1)) {
    throw new Error("wrong checksum");
  }
  return JSON.parse(text);
}

/** Returns the project in a document. Throws if it has another form. */
function read({ rules, files, tabs, active, seen }: SharedDocument): Shared {
  const project = { rules: toFolder(rules), files: toFolder(files) };
  // Only existing files can be open, each once.
  const open = (side: Side) => [...new Set(tabs[side])].filter((path) => originOf(project[side], path) !== undefined);
  const activeIn = (side: Side) => open(side).find((path) => path === active[side]);
  const known = viewStateIn(seen, project);
  return {
    project,
    tabs: { rules: open("rules"), files: open("files") },
    active: { rules: activeIn("rules"), files: activeIn("files") },
    ...(known && { seen: known }),
  };
}

/** Returns the state of the view without invalid parts; undefined if nothing is left. A link is valid without it. */
function viewStateIn(given: unknown, project: Project): ViewState | undefined {
  const { view, steps, selected } = fieldsOf(given);
  const { rule, path } = fieldsOf(steps);
  return definedOf<ViewState>({
    view: textIn(view),
    steps: definedOf({ rule: textIn(rule), path: textIn(path) }),
    selected: remarkIn(fieldsOf(selected), project),
  });
}

function remarkIn(given: Record<string, unknown>, project: Project): RemarkKey | undefined {
  const { message, rule, path } = given;
  const source = SOURCES.find((one) => one === given.source);
  if (source === undefined || typeof message !== "string") {
    return undefined;
  }
  const place = placeIn(fieldsOf(given.place), project);
  return { source, message, rule: textIn(rule), path: textIn(path), place };
}

function placeIn({ side: on, path, start, end }: Record<string, unknown>, project: Project): Part | undefined {
  const side = SIDES.find((one) => one === on);
  const isThere = side !== undefined && typeof path === "string" && originOf(project[side], path) !== undefined;
  return isThere && isOffset(start) && isOffset(end) ? { side, path, start, end: Math.max(start, end) } : undefined;
}

function fieldsOf(given: unknown): Record<string, unknown> {
  return typeof given === "object" && given !== null ? { ...given } : {};
}

function textIn(given: unknown): string | undefined {
  return typeof given === "string" ? given : undefined;
}

function isOffset(given: unknown): given is number {
  return Number.isSafeInteger(given) && (given as number) >= 0;
}

function toFolder(written: readonly [string, SharedContent][]): Folder {
  const folder = new Map(written.map(toFile));
  if ([...folder.keys()].some((path) => !canBe(path) || foldersOf(path).some((above) => folder.has(above)))) {
    throw new Error("invalid path");
  }
  return folder;
}

/** Returns true if a file can be at that path. A project that is unpacked must stay in its folder. */
function canBe(path: string): boolean {
  return faultOf(new Map(), path) === undefined && !/^\/|\\/.test(path);
}

function toFile([path, content]: [string, SharedContent]): [string, Content] {
  return [path, typeof content === "string" ? content : new Blob([fromBase64(content.base64)])];
}

function written(folder: Project[Side]): Promise<[string, SharedContent][]> {
  return Promise.all(
    [...folder].map(async ([path, content]): Promise<[string, SharedContent]> => {
      if (typeof content === "string") {
        return [path, content];
      }
      const bytes = await content.arrayBuffer().catch((error) => unread(error, `\`${path}\``));
      return [path, { base64: toBase64(new Uint8Array(bytes)) }];
    }),
  );
}

/** Inflates data up to {@link MAX_UNFOLDED}, and returns its text with its checksum. Throws for other data. */
function unfold(folded: Uint8Array): { text: string; sum: number } {
  const decoder = new TextDecoder();
  let [text, sum, length, ended] = ["", 1, 0, false];
  const inflate = new Inflate((part, final) => {
    text += decoder.decode(part, { stream: !final });
    sum = checksum(part, sum);
    length += part.length;
    ended ||= final;
  });
  for (let at = 0; at < folded.length && length <= MAX_UNFOLDED; at += SLICE) {
    inflate.push(folded.subarray(at, at + SLICE), at + SLICE >= folded.length);
  }
  if (!ended || length > MAX_UNFOLDED) {
    throw new Error("cut off, or too long");
  }
  return { text, sum };
}

/** Returns the Adler-32 checksum of the bytes; `before` is that of earlier bytes. */
function checksum(bytes: Uint8Array, before = 1): number {
  let [low, high] = [before % 65_536, Math.floor(before / 65_536)];
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}

function toBase64(bytes: Uint8Array): string {
  // One call with all bytes would pass more arguments than a call can have.
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
