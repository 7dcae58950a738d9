/** The commands and options of the program, in the form that completion scripts for shells need. */

import type { Command as Commander, Option } from "commander";
import { SUB_COMMANDS } from "../bundler/sub-commands.js";

/** A command, or the program itself. */
export interface Completed {
  /** The names that lead to the command, such as ` package list`; empty for the program. */
  path: string;
  /** The words that may follow besides options: subcommands, or choices for an argument. */
  words: { name: string; doc: string }[];
  /** True if a file may follow the command. */
  takesFiles: boolean;
  options: CompletedOption[];
}

export interface CompletedOption {
  /** The forms of the option, the short one first: `-q`, `--quiet`. */
  flags: string[];
  doc: string;
  /** The value of the option: one of these words, a file, something else, or undefined if it takes none. */
  takes: readonly string[] | "file" | "other" | undefined;
}

/** The words that may follow a command, by the names that lead to it; these words are known only at run time. */
type CompletionWords = Readonly<Record<string, readonly string[]>>;

export function completedBy(program: Commander, known: CompletionWords): Completed[] {
  return [...commandsOf(program, "", known)];
}

function* commandsOf(command: Commander, path: string, known: CompletionWords): Iterable<Completed> {
  // commander does not know the sub-commands of `bundler`, which parses its arguments itself.
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

/** Matches the placeholder of a value that is a file or a folder. */
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
