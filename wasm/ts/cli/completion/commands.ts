/** What can be completed on a command line: the program's commands and options, as scripts for shells need them. */

import type { Command as Commander, Option } from "commander";
import { SUB_COMMANDS } from "../bundler/sub-commands.js";

/** A command, or the program itself. */
export interface Completed {
  /** The way to it: ` package list`; empty for the program. */
  path: string;
  /** What may follow it besides options: commands, or words that an argument takes, each with what it does. */
  words: { name: string; doc: string }[];
  /** Whether a file may follow it. */
  takesFiles: boolean;
  /** Its options. */
  options: CompletedOption[];
}

/** An option. */
export interface CompletedOption {
  /** How it is written, the short form first: `-q`, `--quiet`. */
  flags: string[];
  /** What it does. */
  doc: string;
  /** What stands behind it: one of some words, a file or something else, or nothing. */
  takes: readonly string[] | "file" | "other" | undefined;
}

/** What may stand behind commands, by the way to each, as it is known only when one asks. */
type Words = Readonly<Record<string, readonly string[]>>;

/** The program with all its commands. */
export function completedBy(program: Commander, known: Words): Completed[] {
  return [...commandsOf(program, "", known)];
}

function* commandsOf(command: Commander, path: string, known: Words): Iterable<Completed> {
  const isBundler = path === " bundler";
  const below = command.commands;
  const words = command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ name: each.name(), doc: each.summary() || each.description() }));
  const taken = known[path] ?? command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  yield {
    path,
    words: isBundler
      ? SUB_COMMANDS.map(({ name, doc }) => ({ name, doc }))
      : [...words, ...taken.map((name) => ({ name, doc: "" }))],
    takesFiles: taken.length === 0 && command.registeredArguments.length > 0,
    options: [...command.createHelp().visibleOptions(command)].map(optionOf),
  };
  if (below.length > 0) {
    yield { path: `${path} help`, words, takesFiles: false, options: [] };
  }
  for (const each of below) {
    yield* commandsOf(each, `${path} ${each.name()}`, known);
  }
}

/** What words for values are files or folders. */
const FILES = /<[^>]*(?:FILE|DIR|PATH|FOLDER)[^>]*>/;

function optionOf({ short, long, flags, description, argChoices, required, optional }: Option): CompletedOption {
  const takesSomething = required || optional;
  const value = FILES.test(flags) ? "file" : "other";
  return {
    flags: [short, long].filter((flag) => flag !== undefined),
    doc: description,
    takes: takesSomething ? (argChoices ?? value) : undefined,
  };
}
