/** Examples: rules and files, their findings, and the link that opens them in the playground. */

import { type Checker, type Engine, memory, type Report } from "assay";
import type { Content } from "../../playground/src/project.ts";
import { encode } from "../../playground/src/share.ts";
import { block, folded, languageOf } from "./markdown.ts";

/** A file of an example: a string, or bytes as hexadecimal digits. */
export type Written = string | { hex: string };

/** An example: rules, and files to check. */
export interface Example {
  /** Rule files and the files that they refer to, by path. */
  rules: Readonly<Record<string, string>>;
  /** The files to check, by path. */
  files: Readonly<Record<string, Written>>;
  /** The file to open first. */
  open?: string | undefined;
}

/** The width of code blocks that fit next to the sidebar, in columns. */
export const WIDTH = 68;

/** The number of lines above which a file is folded. */
const LONG = 30;

/** The maximum length of a link, in characters. Longer links would make up most of a page. */
const LONGEST_LINK = 24_000;

/** Returns the files of an example, its findings, and the link to the playground. */
export async function renderExample(example: Example, engine: Engine): Promise<string> {
  const files = Object.entries({ ...example.rules, ...example.files });
  const blocks = files.map(([path, content]) => fileBlock(path, content));
  return [...blocks, await outcome(example, engine)].join("\n\n");
}

/** Returns the findings in an example, and the link to the playground. */
export async function outcome(example: Example, engine: Engine): Promise<string> {
  const found = engine.render(await checked(example, engine), "text", { width: WIDTH });
  return [await openLink(example), block(found, "text", "Findings")].filter((part) => part !== "").join("\n\n");
}

/** Returns the report for the files of an example. */
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

/** Returns the link that opens an example, as Markdown, or an empty string if the link is too long. */
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
  return text.split("\n").length > LONG ? folded(`${path.replace(/[{}[\]<>]/g, "")}, the whole file`, it) : it;
}

/** Returns bytes in groups of two digits; if there are many, only the first ones. */
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
