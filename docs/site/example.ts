/** Examples: rules and files, what is found in them, and the link that opens them in the playground. */

import { type Checker, type Engine, memory, type Report } from "assay";
import type { Content } from "../../playground/src/project.ts";
import { encode } from "../../playground/src/share.ts";
import { block, folded, languageOf } from "./markdown.ts";

/** A file of an example: a text, or bytes as hexadecimal digits. */
export type Written = string | { hex: string };

/** Rules and files that show something. */
export interface Example {
  /** Rule files and what they name, by path. */
  rules: Readonly<Record<string, string>>;
  /** The files under check, by path. */
  files: Readonly<Record<string, Written>>;
  /** The file to look at first. */
  open?: string | undefined;
}

/** Columns that fit beside the lists of a page. */
export const WIDTH = 68;

/** Longer files are folded away, in lines. */
const LONG = 30;

/** Longer links are not made, in letters: a page would be little else. */
const LONGEST_LINK = 24_000;

/** The files of an example, what is found in them, and the link. */
export async function shown(example: Example, engine: Engine): Promise<string> {
  const files = Object.entries({ ...example.rules, ...example.files });
  const blocks = files.map(([path, content]) => fileBlock(path, content));
  return [...blocks, await outcome(example, engine)].join("\n\n");
}

/** What is found in an example, and the link. */
export async function outcome(example: Example, engine: Engine): Promise<string> {
  const found = engine.render(await checked(example, engine), "text", { width: WIDTH });
  return [await openLink(example), block(found, "text", "What is found")].filter((part) => part !== "").join("\n\n");
}

/** The report over the files of an example. */
export async function checked({ rules, files }: Example, engine: Engine): Promise<Report> {
  const checker: Checker = engine.checker({
    rules: Object.entries(rules).flatMap(([path, text]) => (/\.(?:ya?ml|json)$/.test(path) ? [{ path, text }] : [])),
    read: (path) => rules[path],
  });
  try {
    return await checker.check(
      memory(Object.fromEntries(Object.entries(files).map(([path, it]) => [path, bytesOf(it)]))),
    );
  } finally {
    checker.dispose();
  }
}

/** The link that opens an example, as Markdown; nothing where it would be too long. */
async function openLink({ rules, files, open }: Example): Promise<string> {
  const [rule] = Object.keys(rules);
  const [file] = Object.keys(files);
  const contents = Object.entries(files).map(([path, it]): [string, Content] => {
    return [path, typeof it === "string" ? it : new Blob([bytesOf(it) as Uint8Array<ArrayBuffer>])];
  });
  const active = { rules: rule, files: open !== undefined && open in files ? open : file };
  const fragment = await encode({
    project: { rules: new Map(Object.entries(rules)), files: new Map(contents) },
    tabs: { rules: active.rules ? [active.rules] : [], files: active.files ? [active.files] : [] },
    active,
  });
  return fragment.length > LONGEST_LINK ? "" : `[Open in the playground](/play/#${fragment}){: .play target="_self"}`;
}

function fileBlock(path: string, content: Written): string {
  if (typeof content !== "string") {
    return block(spelled(content.hex), "text", `${path} (bytes)`);
  }
  const text = content.replace(/^\n/, "");
  const it = block(text, languageOf(path), path);
  return text.split("\n").length > LONG ? folded(`${path.replace(/[{}[\]<>]/g, "")}, all of it`, it) : it;
}

/** Bytes as people read them, the first of many. */
function spelled(hex: string): string {
  const digits = hex.replace(/\s/g, "");
  const bytes = (digits.slice(0, 192).match(/../g) ?? []).join(" ").replace(/(.{47}) /g, "$1\n");
  return digits.length > 192 ? `${bytes}\n… ${digits.length / 2} bytes in all` : bytes;
}

function bytesOf(content: Written): Uint8Array {
  return typeof content === "string"
    ? new TextEncoder().encode(content)
    : Buffer.from(content.hex.replace(/\s/g, ""), "hex");
}
