/** Commands as rows of a table: the name and help of each, its arguments and options, and the function that runs it. */

import { type Argument, Command as Commander, type Option } from "commander";
import type { Engines } from "./engine.js";
import { namedOptionsOf, withoutNegated } from "./named-options.js";
import { configured, examples, withOptions } from "./usage.js";

/** Runs a command with the options that it was called with, and returns the exit code. */
export type CommandRun = (engines: Engines) => Promise<number>;

/** Adds a command to the program. `choose` is called with its function if the command line calls it. */
export type Add = (program: Commander, choose: (run: CommandRun) => void) => void;

/** The name of a command, and its help. */
interface CommandHelp {
  name: string;
  /** The words after the name in the help. Default: `[OPTIONS]` if there are options, then the arguments in order. */
  usage?: string;
  /** The line in the help of the program, without a full stop. */
  summary: string;
  description: string;
  /** The text that follows the options in the help, such as the exit codes. */
  details?: string;
  /** Command lines that end the help. */
  examples: readonly string[];
}

/** A command as the command line shows it. Its arguments and options together are `Options`. */
export interface CommandForm<Options extends object> extends CommandHelp {
  /** The arguments in their order, by their names in `Options`. */
  arguments?: Partial<Record<keyof Options & string, Argument>>;
  /** Returns the options, which are created only for the command that is called and its group, as that takes time. */
  options?: () => readonly Option[];
  /** Completes the options that commander has parsed; without it, they are used as parsed. */
  complete?(read: Options, command: Commander): Options;
}

export function command<Options extends object>(
  form: CommandForm<Options>,
  run: (options: Options, engines: Engines) => Promise<number>,
): Add {
  return (program, choose) => {
    const added = withForm(program, form);
    added.action(() => {
      const read = optionsOf(added, form);
      choose((engines) => run(read, engines));
    });
  };
}

/** Parses words of a command line by a form. Returns all its options, also those with default values. */
export function optionsIn<Options extends object>(words: readonly string[], form: CommandForm<Options>): Options {
  return optionsOf(withForm(new Commander(), form).parse(words, { from: "user" }), form);
}

/** Adds a command with the arguments and options of a form to the program, and returns it. */
function withForm<Options extends object>(program: Commander, form: CommandForm<Options>): Commander {
  const { arguments: named = {}, options = () => [] } = form;
  const added = described(program, form);
  for (const argument of Object.values<Argument | undefined>(named)) {
    added.addArgument(argument as Argument);
  }
  withOptions(added, options());
  return added.usage(
    form.usage ?? [...(form.options ? ["[OPTIONS]"] : []), ...added.registeredArguments.map(wordFor)].join(" "),
  );
}

/** Returns an argument as the help shows it: `FILE...`, or `[DIR]` if it may be left out. */
function wordFor(argument: Argument): string {
  const word = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? word : `[${word}]`;
}

function optionsOf<Options extends object>(parsed: Commander, form: CommandForm<Options>): Options {
  const { arguments: named = {}, complete = (read) => read } = form;
  const values = Object.keys(named).map((name, place) => [name, parsed.processedArgs[place]]);
  const given = {
    ...withoutNegated(parsed.opts(), parsed),
    ...Object.fromEntries(values),
    given: namedOptionsOf(parsed),
  };
  return complete(given as Options, parsed);
}

export function commandGroup(help: CommandHelp, commands: readonly Add[]): Add {
  return (program, choose) => {
    const group = described(program, help)
      .usage("COMMAND [OPTIONS]")
      .helpCommand("help [COMMAND]", "print this help, or the help of a command");
    for (const add of commands) {
      add(group, choose);
    }
  };
}

function described(program: Commander, { name, summary, description, details, examples: lines }: CommandHelp) {
  const after = details === undefined ? examples(lines) : `${details}\n${examples(lines)}`;
  return configured(program.command(name)).summary(summary).description(description).addHelpText("after", after);
}
