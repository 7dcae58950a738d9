/** What the command line says of itself: each help, read into its parts. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A help: what stands in front of its lists, and the lists by their headings. */
export interface Help {
  /** The words of the command, without `assay`: none for the program itself. */
  words: readonly string[];
  /** How it is called, a line each. */
  usage: string;
  /** What it does, and what else is said of it. */
  about: string;
  /** What stands in its lists, by heading: `Options`, `Commands`, `Exit codes`, `Examples`. */
  lists: ReadonlyMap<string, readonly Item[]>;
}

/** A line of a list, with what goes on below it. */
export interface Item {
  /** What it is about; all of it in a list of examples. */
  term: string;
  /** What is said of it. */
  text: string;
}

const run = promisify(execFile);

/** All helps, that of the program first, each followed by those of its commands. */
export async function readHelps(program: string, words: readonly string[] = []): Promise<Help[]> {
  const { stdout } = await run(process.execPath, [program, ...words, "--help"], { env: { NO_COLOR: "1" } });
  const help = readHelp(words, stdout);
  const commands = (help.lists.get("Commands") ?? []).map(({ term }) => term.split(" ")[0] ?? term);
  const below: Help[] = [];
  for (const command of commands.filter((name) => name !== "help")) {
    below.push(...(await readHelps(program, [...words, command])));
  }
  return [help, ...below];
}

/** A help, from its text. */
export function readHelp(words: readonly string[], text: string): Help {
  const blocks = text.trim().split(/\n{2,}/);
  const usage = blocks.filter((block) => block.startsWith("Usage: "));
  const lists = new Map<string, readonly Item[]>();
  const about: string[] = [];
  for (const block of blocks) {
    const [, heading, items] = /^([A-Z][\w -]*):\n([\s\S]+)$/.exec(block) ?? [];
    if (heading !== undefined && items !== undefined) {
      lists.set(heading, readItems(items, heading === "Examples"));
    } else if (!block.startsWith("Usage: ")) {
      about.push(block);
    }
  }
  return { words, usage: usage.join("\n").replace(/^(?:Usage: | {7})/gm, ""), about: about.join("\n\n"), lists };
}

/** Lines that begin two blanks from the edge begin an item; the text begins behind two more, or in the next line. */
function readItems(lines: string, areWhole: boolean): Item[] {
  const items: Item[] = [];
  for (const line of lines.split("\n")) {
    const [, term = "", text = ""] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
    const last = items.at(-1);
    if (areWhole || term !== "") {
      items.push(areWhole ? { term: line.trim(), text: "" } : { term, text });
    } else if (last) {
      last.text = `${last.text} ${line.trim()}`.trim();
    }
  }
  return items;
}
