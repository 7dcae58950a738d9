/** What can be said on the command line, and its help. */

import { availableParallelism } from "node:os";
import { Argument, Command as Commander, CommanderError, Option } from "commander";
import { version } from "../version.js";
import { CANNOT_RUN } from "./exit.js";
import { colorsOn, complain, type When } from "./output.js";
import { Refusal } from "./refusal.js";

/** A command with its options. */
export type Command =
  | { name: "check"; options: CheckOptions }
  /** Help, or a mistake that has been told already. */
  | { name: "nothing"; code: number };

/** The options of `assay check`. */
export interface CheckOptions {
  /** The folder under check. */
  root: string;
  /** Rule files, and folders of them. */
  rules: string[];
  /** The reports to write. */
  format: Target[];
  /** How many files are checked at once. */
  jobs: number;
  /** Whether the report says how long things took. */
  timings: boolean;
  /** The severity from which a finding fails the run. */
  failOn: string;
  /** Whether it is right that no rule wants any file. */
  allowEmpty: boolean;
  /** Whether to use colours. */
  color: When;
  /** Whether to say nothing when all is well. */
  quiet: boolean;
}

/** A report to write: its format, and the file that it goes to instead of the standard output. */
export interface Target {
  /** Name of the format. */
  format: string;
  /** The file. */
  file: string | undefined;
}

/** Columns of the help. */
const HELP_WIDTH = 100;

/** More workers than this only cost memory. */
const MAX_JOBS = 256;

/** Reads the arguments that follow the program's name. Help is printed, and mistakes are told, before it returns. */
export async function parse(args: readonly string[]): Promise<Command> {
  let command: Command = { name: "nothing", code: 0 };
  const program = commands((chosen) => {
    command = chosen;
  });
  try {
    if (args.length === 0) {
      program.outputHelp({ error: true });
      return { name: "nothing", code: CANNOT_RUN };
    }
    await program.parseAsync(args, { from: "user" });
    return command;
  } catch (error) {
    if (error instanceof CommanderError) {
      return { name: "nothing", code: error.exitCode === 0 ? 0 : CANNOT_RUN };
    }
    throw error;
  }
}

function commands(choose: (command: Command) => void): Commander {
  const program = configured(new Commander("assay"))
    .description("Checks game-art assets against rules.")
    .usage("COMMAND [OPTIONS]")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
    .addHelpText("after", examples(["assay check --rules rules assets", "assay help check"]));
  const check = configured(program.command("check"))
    .usage("[OPTIONS] --rules PATH ROOT")
    .summary("check the files of a folder against rules")
    .description("Checks the files of a folder against rules, and reports what breaks them.")
    .addArgument(new Argument("<ROOT>", "the folder to check"))
    .addHelpText("after", CHECK_HELP)
    .action((root: string, options: Omit<CheckOptions, "root">) => {
      const format = options.format.length === 0 ? [{ format: "text", file: undefined }] : options.format;
      choose({ name: "check", options: { ...options, root, format } });
    });
  CHECK_OPTIONS.forEach((option) => {
    check.addOption(option);
  });
  return program;
}

/** The options of `check`: their names and values, what the help says of them, and what they are without being named. */
const CHECK_OPTIONS: readonly Option[] = [
  new Option("--rules <PATH>", "a rule file, or a folder of them (.yaml, .yml, .json); may be repeated")
    .default([])
    .argParser(append(String)),
  new Option("--format <NAME[=FILE]>", "the report to write, `text` or `json`, and where to; may be repeated")
    .default([])
    .argParser(append(target)),
  new Option("--jobs <N>", "how many cores to use; all of them unless told otherwise")
    .default(availableParallelism())
    .argParser(jobs),
  new Option("--fail-on <LEVEL>", "what makes the exit code 1: `error` (the default), `warning`, `info` or `hint`")
    .default("error")
    .argParser(oneOf("--fail-on", ["error", "warning", "info", "hint"])),
  new Option("--allow-empty", "accept that no rule matches any file").default(false),
  new Option("--color <WHEN>", "use colours: `auto` (the default), `always` or `never`")
    .default("auto")
    .argParser(oneOf("--color", ["auto", "always", "never"])),
  new Option("--timings", "measure, and have the report say how long each step and each rule took").default(false),
  new Option("-q, --quiet", "no progress, and no text at all when nothing is wrong").default(false),
];

const CHECK_HELP = `
Exit codes:
  0  everything was checked, and nothing was found at or above --fail-on
  1  something was found
  2  not everything could be checked: wrong usage, an invalid rule, an unreadable file, no file
     that any rule wants
${examples([
  "assay check --rules rules assets",
  "assay check --rules rules/naming.yaml --rules rules/textures --fail-on warning assets",
  "assay check --rules rules --format text --format json=report.json assets",
])}`;

function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** What all commands have in common: how they fail, and how their help looks. */
function configured(command: Commander): Commander {
  return command
    .exitOverride()
    .helpOption("-h, --help", "print help")
    .configureHelp({
      optionDescription: ({ description }) => description,
      subcommandTerm: (subcommand) => subcommand.name(),
    })
    .configureOutput({
      getOutHasColors: () => colorsOn(process.stdout),
      getErrHasColors: () => colorsOn(process.stderr),
      // The same everywhere, and short enough for nearly every terminal.
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      outputError: (message) => tell(message),
    });
}

/** Says what commander has found wrong in this program's own words. */
function tell(message: string): void {
  const [first = "", ...more] = message.trim().split("\n");
  const text = first
    .replace(/^error: /, "")
    .replace(/\.$/, "")
    .replace(". Expected", ": expected")
    .replaceAll("'", "`");
  const hint = more
    .join(" ")
    .trim()
    .replace(/^\(Did you mean (.*)\?\)$/, "did you mean `$1`?");
  complain(text, hint === "" ? "`assay help` lists the commands, and `assay help COMMAND` their options" : hint);
}

/** Reads an option that can be repeated. */
function append<T>(read: (text: string) => T): (text: string, before: T[]) => T[] {
  return (text, before) => [...before, read(text)];
}

/** Reads an option that takes one of some words. */
function oneOf(option: string, words: readonly string[]): (text: string) => string {
  return (text) => {
    if (!words.includes(text)) {
      throw new Refusal(`\`${option}\` takes ${listed(words)}, not \`${text}\``);
    }
    return text;
  };
}

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
}

function target(text: string): Target {
  const at = text.indexOf("=");
  if (at < 0) {
    return { format: text, file: undefined };
  }
  const file = text.slice(at + 1);
  if (file === "") {
    throw new Refusal(`\`--format ${text}\` names no file behind the \`=\``);
  }
  return { format: text.slice(0, at), file };
}

function jobs(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_JOBS) {
    throw new Refusal(`\`--jobs\` takes a whole number from 1 to ${MAX_JOBS}, not \`${text}\``);
  }
  return number;
}
