/** A page for each command, made from its `--help` text. */

import type { Help, Item } from "./help.ts";
import { anchored, block, code, prose, sentence, table } from "./markdown.ts";
import { hrefOf, type Page, type Section } from "./page.ts";

/** Returns the section of the commands. */
export function commandSection(helps: readonly Help[]): Section {
  const [program, ...commands] = helps;
  if (!program) {
    throw new Error("the program has no help");
  }
  const pages = commands.map((help) => pageOf(help, commands));
  const lead = "Every command prints this text with `--help`. [The command line](/command-line) explains it.";
  const text = `# Commands\n\n${lead}\n\n${body(program, commands)}`;
  return { title: "Commands", page: { path: "reference/commands/index", title: "Commands", text }, pages };
}

/** Returns the path of the page of a command. */
export function commandPath(words: readonly string[]): string {
  return `reference/commands/${words.join("-") || "index"}`;
}

/** Returns the page with the exit codes of all commands. */
export function exitCodePage(helps: readonly Help[]): Page {
  const parts = helps.flatMap(({ words, lists }) => {
    const codes = lists.get("Exit codes");
    const name = ["assay", ...words].join(" ");
    return codes ? [`## ${code(name)}\n\n${codeTable(codes)}`] : [];
  });
  const lead =
    "The exit codes of each command. [The command line](/command-line#exit-codes) explains those of `check`, `explain` and `test`.";
  return { path: "reference/exit-codes", title: "Exit codes", text: ["# Exit codes", lead, ...parts].join("\n\n") };
}

function pageOf(help: Help, commands: readonly Help[]): Page {
  const name = ["assay", ...help.words].join(" ");
  const text = `# ${code(name)}\n\n${body(help, commands)}`;
  return { path: commandPath(help.words), title: name, text };
}

/** Returns the whole help text. The usage comes first. */
function body(help: Help, commands: readonly Help[]): string {
  const { lists } = help;
  const parts = [paragraphs(help.about)];
  for (const [heading, items] of lists) {
    parts.push(`## ${heading}`, listed(heading, items, help, commands));
  }
  return [block(help.usage, "sh"), ...parts].join("\n\n");
}

function listed(heading: string, items: readonly Item[], help: Help, commands: readonly Help[]): string {
  switch (heading) {
    case "Examples":
      return block(items.map(({ term }) => term).join("\n"), "sh");
    case "Exit codes":
      return codeTable(items);
    case "Commands":
      return table(
        ["command", "what it does"],
        items.map(({ term, text }) => [linked(term, help, commands), prose(text)]),
      );
    default:
      return table(
        [heading === "Arguments" ? "argument" : "option", "meaning"],
        items.map(({ term, text }) => [anchored(anchorOf(term), term), sentence(text)]),
      );
  }
}

/** Returns the anchor of an option: its long name without dashes. */
export function anchorOf(term: string): string {
  return /--?([A-Za-z][\w-]*)(?![\w-]|,)/.exec(term.replace(/^-\w, /, ""))?.[1] ?? term.toLowerCase();
}

function linked(term: string, { words }: Help, commands: readonly Help[]): string {
  const path = commandPath([...words, term]);
  const known = commands.some((help) => commandPath(help.words) === path);
  return known ? `[${code(term)}](${hrefOf({ path: path })})` : code(term);
}

function codeTable(codes: readonly Item[]): string {
  return table(
    ["code", "when"],
    codes.map(({ term, text }) => [term, sentence(text)]),
  );
}

/** Joins the lines of each paragraph. Indented lines are shown as a code block. */
function paragraphs(text: string): string {
  return text
    .split("\n\n")
    .map((part) => (/^ /m.test(part) ? block(part) : prose(part.replaceAll("\n", " "))))
    .join("\n\n");
}
