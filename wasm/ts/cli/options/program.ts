/** The command line: all commands, with their options and their help. */

import { Command as Commander, CommanderError } from "commander";
import { version } from "../../version.js";
import { helpOf, SUMMARY } from "../bundler/help.js";
import type { Add, CommandRun } from "../command.js";
import { COMMANDS } from "../commands.js";
import { CANNOT_RUN } from "../exit.js";
import { writeKept } from "../output.js";
import { configured, examples } from "../usage.js";

/** The command that parses its arguments itself. */
const BUNDLER = "bundler";

/** Parses the arguments, and returns the function that runs the command. Prints help and errors before. */
export async function parse(args: readonly string[]): Promise<CommandRun> {
  let command: CommandRun = async () => 0;
  const choose = (chosen: CommandRun) => {
    command = chosen;
  };
  const program = withCommands(commandsFor(args), choose);
  try {
    if (args.length === 0) {
      program.outputHelp({ error: true });
      return async () => CANNOT_RUN;
    }
    // Its arguments follow the grammar of AssetBundlerBatch, which commander cannot parse.
    if (args[0] === BUNDLER) {
      return async ({ fast }) => (await import("../bundler/bundler.js")).bundler(args.slice(1), fast);
    }
    await program.parseAsync(helpOfGroup(args, program), { from: "user" });
    return command;
  } catch (error) {
    if (error instanceof CommanderError) {
      const code = error.exitCode === 0 && (await writeKept()) ? 0 : CANNOT_RUN;
      return async () => code;
    }
    throw error;
  }
}

/** Rewrites `help GROUP COMMAND` to `GROUP help COMMAND`, which the group accepts. */
function helpOfGroup(args: readonly string[], program: Commander): readonly string[] {
  const [first, name, ...rest] = args;
  const group = program.commands.find((command) => command.name() === name);
  const isOfGroup = first === "help" && rest.length > 0 && (group?.commands.length ?? 0) > 0;
  return isOfGroup ? [group?.name() ?? "", first, ...rest] : args;
}

/** Returns the program with all commands and options; `choose` is called with the command that is run. */
export function commands(choose: (run: CommandRun) => void): Commander {
  return withCommands(Object.values(ALL), choose);
}

/** All commands. Adding one is faster than adding all. */
const ALL: Readonly<Record<string, Add>> = { ...COMMANDS, [BUNDLER]: addBundler };

/** Returns the function that adds the command that the arguments name, or all functions if they name none. */
function commandsFor([name = ""]: readonly string[]): readonly Add[] {
  const one = Object.entries(ALL).find(([known]) => known === name)?.[1];
  return one === undefined ? Object.values(ALL) : [one];
}

function withCommands(some: readonly Add[], choose: (run: CommandRun) => void): Commander {
  const program = configured(new Commander("assay"))
    .description("Checks game-art assets against rules.")
    .usage("COMMAND [OPTIONS]")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [COMMAND]", "print this help, or the help of a command")
    .addHelpText("after", examples(["assay check --rules rules assets", "assay test rules", "assay help check"]));
  for (const add of some) {
    add(program, choose);
  }
  return program;
}

/** Adds `bundler` for the help only: {@link parse} passes on everything that follows its name unchanged. */
function addBundler(program: Commander): void {
  const command = configured(program.command(BUNDLER)).summary(SUMMARY);
  command.helpInformation = () => helpOf(undefined);
}
