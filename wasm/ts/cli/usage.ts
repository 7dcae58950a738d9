/** The behaviour that commands share: they parse options, report errors, and format their help in the same way. */

import { availableParallelism } from "node:os";
import { type Command as Commander, Option } from "commander";
import { colorsOn, keep, reportError } from "./output.js";
import { Refusal } from "./refusal.js";

const HELP_WIDTH = 100;

/** More workers than this only cost memory. */
const MAX_JOBS = 256;

/** Returns examples for the end of a help text. */
export function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** Applies the settings that all commands share: how they fail, and how their help looks. */
export function configured(command: Commander): Commander {
  return unknownFirst(command)
    .exitOverride()
    .helpOption("-h, --help", "print help")
    .configureHelp({
      optionDescription: ({ description }) => description,
      subcommandTerm: (subcommand) => subcommand.name(),
    })
    .configureOutput({
      writeOut: keep,
      getOutHasColors: () => colorsOn(process.stdout),
      getErrHasColors: () => colorsOn(process.stderr),
      // A fixed width, which fits nearly every terminal.
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      outputError: (message) => reportUsageError(message, command),
    });
}

/** Makes commander report an unknown option before a missing one, which may be the same, misspelt. */
function unknownFirst(command: Commander): Commander {
  // Commander calls both methods, but does not declare them.
  const inner = command as unknown as {
    missingMandatoryOptionValue(missing: Option): void;
    unknownOption(flag: string): void;
  };
  const missing = inner.missingMandatoryOptionValue;
  inner.missingMandatoryOptionValue = (option) => {
    const unknown = command.args.find((word) => /^-./.test(word));
    if (unknown !== undefined) {
      inner.unknownOption(unknown);
    }
    missing.call(command, option);
  };
  return command;
}

/** Reports an error of commander in the form of other errors. */
function reportUsageError(message: string, command: Commander): void {
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
  reportError(text, hint === "" ? whereToLook(command) : hint);
}

/** Returns advice on where the help is. The help of the program does not list sub-commands. */
function whereToLook(command: Commander): string {
  const { parent } = command;
  return parent?.parent
    ? `\`assay ${parent.name()} ${command.name()} --help\` lists its options`
    : "`assay help` lists the commands, and `assay help COMMAND` the options of a command";
}

export function color(): Option {
  const option = new Option("--color <WHEN>", "use colours: `auto` (the default), `always` or `never`");
  return taking(option, ["auto", "always", "never"]).default("auto");
}

export function jobs(): Option {
  return new Option("--jobs <N>", "the number of cores to use; all by default")
    .default(availableParallelism())
    .argParser(jobCount);
}

export function jobCount(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > MAX_JOBS) {
    throw new Refusal(`\`--jobs\` takes a whole number from 1 to ${MAX_JOBS}, not \`${text}\``);
  }
  return number;
}

export function config(): Option {
  return new Option(
    "--config <FILE>",
    "the configuration; by default the `assay.yaml` in the current folder or a folder above it",
  );
}

/** Returns the option for further folders that rules and the configuration may read. */
export function allowPath(): Option {
  return repeated("--allow-path <DIR>", "a further folder that rules and the configuration may read; may be repeated");
}

/** Returns the option for the folder of the files that a command reads; `what` describes the folder. */
export function rootOption(what: string): Option {
  return new Option("--root <DIR>", `${what}; by default \`root\` of the configuration, or else the current folder`);
}

/** Returns the option that switches ignore patterns off. */
export function noIgnore(): Option {
  return new Option("--no-ignore", "include files that .gitignore, .assayignore or the configuration ignores");
}

/** Returns the option for the output format; the first of `names` is the default. */
export function format(names: readonly string[]): Option {
  const option = new Option("--format <NAME>", `the output format: ${choices(names)}`);
  return taking(option, names).default(names[0]);
}

/** Returns a list of the choices for an option, the default first. */
export function choices(names: readonly string[]): string {
  return listed(names).replace(/^`[^`]*`/, "$& (the default)");
}

/** Makes an option accept only one of some words, which shells complete. */
export function taking(option: Option, words: readonly string[]): Option {
  option.argParser(oneOf(option.long ?? "", words));
  option.argChoices = [...words];
  return option;
}

/** Adds options to a command, in the order of its help. */
export function withOptions(command: Commander, options: readonly Option[]): void {
  for (const option of options) {
    command.addOption(takesOne(option) ? takenOnce(option) : option);
  }
}

/** Returns true if an option takes one value, not values by name or a list, which are empty at first. */
function takesOne({ required, optional, defaultValue }: Option): boolean {
  return (required || optional) && (typeof defaultValue !== "object" || defaultValue === null);
}

/** Makes an option refuse a second value, as it would be unclear which one counts. */
function takenOnce(option: Option): Option {
  const read = option.parseArg;
  let isSet = false;
  return option.argParser((text: string, before: unknown) => {
    if (isSet) {
      throw new Refusal(`\`${option.long}\` is given twice`, `name one value: ${option.flags}`);
    }
    isSet = true;
    return read === undefined ? text : read(text, before);
  });
}

/** Returns an option that can be repeated, with a list of its values. */
export function repeated(flags: string, doc: string, read: (text: string) => unknown = String): Option {
  return new Option(flags, doc).default([]).argParser(append(read));
}

/** Returns a parser for an option that can be repeated. */
export function append<T>(read: (text: string) => T): (text: string, before: T[]) => T[] {
  return (text, before) => [...before, read(text)];
}

/** Returns a parser for an option that takes one of some words. */
export function oneOf(option: string, words: readonly string[]): (text: string) => string {
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
