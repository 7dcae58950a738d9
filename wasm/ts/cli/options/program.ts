/** The command line: all commands, with their options and their help. */

import { Command as Commander, CommanderError } from "commander";
import { version } from "../../version.js";
import { addAssetList, type Task } from "../asset-list/options.js";
import { helpOf, SUMMARY } from "../bundler/help.js";
import { addDefinitions, type DefinitionTask } from "../definitions/options.js";
import { CANNOT_RUN } from "../exit.js";
import { writeKept } from "../output.js";
import { addPackage, type PackageTask } from "../package/options.js";
import { addPipeline, type PipelineTask } from "../pipeline/options.js";
import { addReport, type ReportRequest } from "../report/options.js";
import { configured, examples } from "../usage.js";
import { addCheck, addConfig, type CheckRequest, type ConfigRequest } from "./check.js";
import { addCompletion, type CompletionOptions } from "./completion.js";
import { addExplain, type ExplainRequest } from "./explain.js";
import { addInit, type InitOptions } from "./init.js";
import { addMigrate, type MigrateOptions } from "./migrate.js";
import { addPlayground, type PlaygroundOptions } from "./playground.js";
import { addSchema, type SchemaOptions } from "./schema.js";
import { addTest, type TestRequest } from "./test.js";

/** A command with its options. */
export type Command =
  | { name: "check"; options: CheckRequest }
  | { name: "config"; options: ConfigRequest }
  | { name: "report"; request: ReportRequest }
  | { name: "init"; options: InitOptions }
  | { name: "schema"; options: SchemaOptions }
  | { name: "completion"; options: CompletionOptions }
  | { name: "migrate"; options: MigrateOptions }
  | { name: "explain"; options: ExplainRequest }
  | { name: "test"; options: TestRequest }
  | { name: "playground"; options: PlaygroundOptions }
  | { name: "assetlist"; task: Task }
  | { name: "definitions"; task: DefinitionTask }
  | { name: "pipeline"; task: PipelineTask }
  | { name: "package"; task: PackageTask }
  /** Its arguments have a grammar of their own. */
  | { name: "bundler"; line: readonly string[] }
  /** Help, or an error that has been reported. */
  | { name: "nothing"; code: number };

/** The command that is a program of its own. */
const BUNDLER = "bundler";

/** Parses the arguments that follow the program's name. Help is printed, and errors are reported, before it returns. */
export async function parse(args: readonly string[]): Promise<Command> {
  let command: Command = { name: "nothing", code: 0 };
  const choose = (chosen: Command) => {
    command = chosen;
  };
  const program = withCommands(wanted(args), choose);
  try {
    if (args.length === 0) {
      program.outputHelp({ error: true });
      return { name: "nothing", code: CANNOT_RUN };
    }
    if (args[0] === BUNDLER) {
      return { name: "bundler", line: args.slice(1) };
    }
    await program.parseAsync(helpOfGroup(args, program), { from: "user" });
    return command;
  } catch (error) {
    if (error instanceof CommanderError) {
      return { name: "nothing", code: error.exitCode === 0 && (await writeKept()) ? 0 : CANNOT_RUN };
    }
    throw error;
  }
}

/** `help GROUP COMMAND` as the group itself takes it: `GROUP help COMMAND`. */
function helpOfGroup(args: readonly string[], program: Commander): readonly string[] {
  const [first, name, ...rest] = args;
  const group = program.commands.find((command) => command.name() === name);
  const isOfGroup = first === "help" && rest.length > 0 && (group?.commands.length ?? 0) > 0;
  return isOfGroup ? [group?.name() ?? "", first, ...rest] : args;
}

/** Returns the program with all commands and options; `choose` is called with the command that is run. */
export function commands(choose: Choose): Commander {
  return withCommands(Object.values(COMMANDS), choose);
}

/** A function that is called with the command that is run. */
type Choose = (command: Command) => void;

/** A function that adds a command to the program. */
type Add = (program: Commander, choose: Choose) => void;

/** The functions that add the commands, in the order of the help. Adding one command is faster than adding all. */
const COMMANDS = {
  check: (program, choose) => addCheck(program, (options) => choose({ name: "check", options })),
  explain: (program, choose) => addExplain(program, (options) => choose({ name: "explain", options })),
  test: (program, choose) => addTest(program, (options) => choose({ name: "test", options })),
  report: (program, choose) => addReport(program, (request) => choose({ name: "report", request })),
  init: (program, choose) => addInit(program, (options) => choose({ name: "init", options })),
  config: (program, choose) => addConfig(program, (options) => choose({ name: "config", options })),
  migrate: (program, choose) => addMigrate(program, (options) => choose({ name: "migrate", options })),
  schema: (program, choose) => addSchema(program, (options) => choose({ name: "schema", options })),
  completion: (program, choose) => addCompletion(program, (options) => choose({ name: "completion", options })),
  playground: (program, choose) => addPlayground(program, (options) => choose({ name: "playground", options })),
  assetlist: (program, choose) => addAssetList(program, (task) => choose({ name: "assetlist", task })),
  definitions: (program, choose) => addDefinitions(program, (task) => choose({ name: "definitions", task })),
  package: (program, choose) => addPackage(program, (task) => choose({ name: "package", task })),
  pipeline: (program, choose) => addPipeline(program, (task) => choose({ name: "pipeline", task })),
  bundler: addBundler,
} satisfies Record<Exclude<Command["name"], "nothing">, Add>;

/** Returns the function that adds the command that the arguments name, or all functions if they name none. */
function wanted([name = ""]: readonly string[]): readonly Add[] {
  const one = Object.entries(COMMANDS).find(([known]) => known === name)?.[1];
  return one === undefined ? Object.values(COMMANDS) : [one];
}

/** Returns the program with some of its commands. */
function withCommands(some: readonly Add[], choose: Choose): Commander {
  const program = configured(new Commander("assay"))
    .description("Checks game-art assets against rules.")
    .usage("COMMAND [OPTIONS]")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
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
