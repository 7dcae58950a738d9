/** A project and its result as Markdown, for an issue or a chat. */

import { describeGone, isGone } from "../../../wasm/ts/gone.js";
import { decoded } from "../editor/decode.ts";
import { formatBytes } from "../format.ts";
import { type Content, type Folder, type Project, sizeOf } from "../project.ts";
import { CHECK } from "./command.ts";

/** The maximum number of characters of files that are included. Issues and chats have limits. */
const MOST = 40_000;
/** The maximum number of files in a group that are listed by name, because they are not included. */
const MOST_NAMED = 20;

/** Returns the rules, the files as far as they are short, and the report of the check, which is Markdown, too. */
export async function markdownOf({ rules, files }: Project, report: string): Promise<string> {
  const room = { left: MOST };
  const parts = [
    ...(await section("Rules", rules, room)),
    ...(await section("Files", files, room)),
    "## Result",
    `\`${CHECK}\``,
    report.trimEnd(),
  ];
  return `${parts.join("\n\n")}\n`;
}

async function section(title: string, folder: Folder, room: { left: number }): Promise<string[]> {
  const sections: string[] = [];
  const named: string[] = [];
  for (const [path, content] of folder) {
    const { text, fault = "" } = sizeOf(content) <= room.left ? await textOf(content) : {};
    if (text === undefined) {
      named.push(`- ${code(path)} (${formatBytes(sizeOf(content))})${fault}`);
    } else {
      room.left -= text.length;
      sections.push(`${code(path)}\n\n${fenced(text, languageOf(path))}`);
    }
  }
  const rest = named.length - MOST_NAMED;
  const more = rest > 0 ? [`- and ${rest} more`] : [];
  const list = named.length === 0 ? [] : [`Not shown here:\n\n${[...named.slice(0, MOST_NAMED), ...more].join("\n")}`];
  return folder.size === 0 ? [] : [`## ${title}`, ...sections, ...list];
}

/** Returns the text of a file, if it is text, or the reason why it cannot be read, to be appended to its size. */
async function textOf(content: Content): Promise<{ text?: string | undefined; fault?: string }> {
  if (typeof content === "string") {
    return { text: content };
  }
  try {
    return { text: (await decoded(content))?.text };
  } catch (error) {
    return { fault: `: ${isGone(error) ? describeGone() : (error as Error).message}` };
  }
}

/** Returns a string in a code block, whose fences are longer than any in the string. */
function fenced(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text.replace(/\r?\n$/, "")}\n${fence}`;
}

/** Returns a path as code, between more backticks than it contains in a row. */
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
