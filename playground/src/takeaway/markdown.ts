/** A project and what it came to as Markdown, for an issue or a chat. */

import { goneText, isGone } from "../../../wasm/ts/gone.js";
import { decoded } from "../editor/decode.ts";
import { formatBytes } from "../format.ts";
import { type Content, type Folder, type Project, sizeOf } from "../project.ts";
import { CHECK } from "./command.ts";

/** So many letters of files are put in; where it goes, there is a bound to it. */
const MOST = 40_000;
/** So many files are named that are not put in. */
const MOST_NAMED = 20;

/** What came of the check: a text to quote, or Markdown. */
export interface Result {
  /** The report. */
  text: string;
  /** Whether it is Markdown itself. */
  isMarkdown: boolean;
}

/** All of it: rules, files as far as they are short, and the result. */
export async function markdownOf({ rules, files }: Project, result: Result): Promise<string> {
  const room = { left: MOST };
  const parts = [
    ...(await section("Rules", rules, room)),
    ...(await section("Files", files, room)),
    "## Result",
    `\`${CHECK}\``,
    result.isMarkdown ? result.text.trimEnd() : fenced(result.text, "text"),
  ];
  return `${parts.join("\n\n")}\n`;
}

async function section(title: string, folder: Folder, room: { left: number }): Promise<string[]> {
  const shown: string[] = [];
  const named: string[] = [];
  for (const [path, content] of folder) {
    const { text, fault = "" } = sizeOf(content) <= room.left ? await textOf(content) : {};
    if (text === undefined) {
      named.push(`- ${code(path)} (${formatBytes(sizeOf(content))})${fault}`);
    } else {
      room.left -= text.length;
      shown.push(`${code(path)}\n\n${fenced(text, languageOf(path))}`);
    }
  }
  const rest = named.length - MOST_NAMED;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  const list = named.length === 0 ? [] : [`Not shown here:\n\n${[...named.slice(0, MOST_NAMED), ...more].join("\n")}`];
  return folder.size === 0 ? [] : [`## ${title}`, ...shown, ...list];
}

/** The text of a file, if it is one, or why it cannot be read, to stand behind its size. */
async function textOf(content: Content): Promise<{ text?: string | undefined; fault?: string }> {
  if (typeof content === "string") {
    return { text: content };
  }
  try {
    return { text: (await decoded(content))?.text };
  } catch (error) {
    return { fault: `: ${isGone(error) ? goneText() : (error as Error).message}` };
  }
}

/** A text between fences that are longer than any in it. */
function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text.replace(/\r?\n$/, "")}\n${fence}`;
}

/** A path between ticks that do not end in it. */
function code(path: string): string {
  const ticks = "`".repeat(longestTicks(path) + 1);
  const pad = path.startsWith("`") || path.endsWith("`") ? " " : "";
  return ticks + pad + path + pad + ticks;
}

function longestTicks(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length));
}

const LANGUAGES: Record<string, string> = { yml: "yaml", rhai: "rust", gltf: "json" };

function languageOf(path: string): string {
  const end = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return LANGUAGES[end] ?? (/^[a-z0-9]{1,8}$/.test(end) ? end : "");
}
