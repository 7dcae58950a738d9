/** Reads the `--help` texts of the command line. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A help text: the part before the lists, and the lists by their headings. */
export interface Help {
  /** The words of the command without `assay`; empty for the program itself. */
  words: readonly string[];
  /** The usage, one form on each line. */
  usage: string;
  /** The description of the command. */
  about: string;
  /** The items of each list, by heading: `Options`, `Commands`, `Exit codes`, `Examples`. */
  lists: ReadonlyMap<string, readonly Item[]>;
}

/** An item of a list. It can have several lines. */
export interface Item {
  /** The option, command or code; in a list of examples, the whole line. */
  term: string;
  /** The description. */
  text: string;
}

const run = promisify(execFile);

/** Returns all help texts: that of the program first, each followed by those of its commands. */
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

/** Parses a help text. */
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

/**
 * Parses the items of a list. A line that is indented by two spaces begins an item. The description follows after two
 * more spaces, or on the next line.
 */
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
