/** What can be said on the command line, and its help. */

import { Argument, Command as Commander, CommanderError, Option } from "commander";
import type { RuleFile } from "../api.js";
import type { PackageLimits } from "../package.js";
import type { ScriptLimits } from "../types.js";
import { version } from "../version.js";
import { addAssetList, type Task } from "./asset-list/options.js";
import { type BaselineOptions, baselineOptions } from "./baseline.js";
import { helpOf, SUMMARY } from "./bundler/help.js";
import { addDefinitions, type DefinitionTask } from "./definitions/options.js";
import { CANNOT_RUN } from "./exit.js";
import type { Leaving } from "./files.js";
import { type Given, givenTo } from "./given.js";
import type { When } from "./output.js";
import { addPackage, type PackageTask, packageLimit } from "./package/options.js";
import { addPipeline, type PipelineTask } from "./pipeline/options.js";
import { Refusal } from "./refusal.js";
import { addReport, type ReportRequest } from "./report/options.js";
import { failOn, type Reporting, reports } from "./reports.js";
import { append, color, config, configured, examples, jobs, oneOf, withOptions } from "./usage.js";

/** A command with its options. */
export type Command =
  | { name: "check"; options: CheckRequest }
  | { name: "config"; options: ConfigRequest }
  | { name: "report"; request: ReportRequest }
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
  /** Help, or a mistake that has been told already. */
  | { name: "nothing"; code: number };

/** What the command line says, before a configuration is looked at. */
interface Asked {
  /** Which of it was said, and which is only what it is without being said. */
  given: Given;
}

/** The same of files that are looked at. */
interface AskedFiles {
  /** The folder that they lie in. */
  root: string | undefined;
  /** Whether ignore files count. */
  ignore: boolean;
}

/** What commands have in common that look at the configuration of the project. */
interface Configured {
  /** Its file. */
  config: RuleFile | undefined;
  /** What is left out; nothing when all files are looked at. */
  ignoring: Leaving | undefined;
}

/** What commands have in common that run the scripts of rules. */
interface Running {
  /** What scripts may use up, where that is not what it is without being told. */
  scriptLimit: ScriptLimits;
}

/** The options of `assay check`. */
export interface CheckOptions extends Running, Reporting, Configured, BaselineOptions {
  /** The folder under check. */
  root: string;
  /** What archives may use up. */
  limit: PackageLimits;
  /** Rule files, and folders of them. */
  rules: string[];
  /** How many files are checked at once. */
  jobs: number;
  /** Whether the report says how long things took. */
  timings: boolean;
  /** Whether it is right that no rule wants any file. */
  allowEmpty: boolean;
  /** The part of the files that is checked; all of them without it. */
  shard: ShardOption | undefined;
  /** Where results are kept for later checks: a file, or a folder that it lies in. */
  cache: string | undefined;
  /** Whether to check again when something changes. */
  watch: boolean;
}

/** A part of the files. */
export interface ShardOption {
  /** Its number, from 1. */
  number: number;
  /** How many there are. */
  of: number;
}

/** What `assay check` is asked for. */
export type CheckRequest = Asked & Omit<CheckOptions, "root" | "config" | "ignoring"> & AskedFiles;

/** What `assay config` is asked for. */
export type ConfigRequest = CheckRequest & {
  /** Whether it is shown as JSON. */
  json: boolean;
};

/** The options of `assay migrate`. */
export interface MigrateOptions {
  /** The rule file of version 1. */
  file: string;
  /** The file to write; the standard output when there is none. */
  write: string | undefined;
  /** Whether that file may be there already. */
  force: boolean;
  /** The form of the notes: `text` or `json`. */
  format: string;
  /** Whether notes say only what is left to do. */
  quiet: boolean;
}

/** How something is shown that goes to the standard output only. */
interface Showing {
  /** Name of the format. */
  format: string;
  /** Whether long lists are shown to their end. */
  all: boolean;
  /** Whether to use colours. */
  color: When;
}

/** The options of `assay explain`. */
export interface ExplainOptions extends Showing, Running, Configured {
  /** Name of the rule. */
  rule: string;
  /** The file. */
  path: string;
  /** Rule files, and folders of them. */
  rules: string[];
  /** The folder that the paths in rules start from. */
  root: string;
  /** What archives may use up. */
  limit: PackageLimits;
  /** Whether to say how long each step took. */
  timings: boolean;
}

/** What `assay explain` is asked for. */
export type ExplainRequest = Asked & Omit<ExplainOptions, "root" | "config" | "ignoring"> & AskedFiles;

/** The options of `assay test`. */
export interface TestOptions extends Showing, Running {
  /** Rule files, and folders of them. */
  paths: string[];
  /** Which tests are run; all of them without it. */
  filter: string | undefined;
  /** Whether every rule needs a test. */
  coverage: boolean;
}

/** What `assay test` is asked for. */
export type TestRequest = Asked & TestOptions;

/** The options of `assay playground`. */
export interface PlaygroundOptions {
  /** The port to serve on; 0 is any that is free. */
  port: number;
}

/** The command that is a program of its own. */
const BUNDLER = "bundler";

/** Where the playground is served. */
const DEFAULT_PORT = 5710;
const MAX_PORT = 65_535;

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
    if (args[0] === BUNDLER) {
      return { name: "bundler", line: args.slice(1) };
    }
    await program.parseAsync(helpOfGroup(args, program), { from: "user" });
    return command;
  } catch (error) {
    if (error instanceof CommanderError) {
      return { name: "nothing", code: error.exitCode === 0 ? 0 : CANNOT_RUN };
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

function commands(choose: (command: Command) => void): Commander {
  const program = configured(new Commander("assay"))
    .description("Checks game-art assets against rules.")
    .usage("COMMAND [OPTIONS]")
    .version(version, "-V, --version", "print the version")
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
    .addHelpText("after", examples(["assay check --rules rules assets", "assay test rules", "assay help check"]));
  addCheck(program, choose);
  addExplain(program, choose);
  addTest(program, choose);
  addReport(program, (request) => choose({ name: "report", request }));
  addConfig(program, choose);
  addMigrate(program, choose);
  addPlayground(program, choose);
  addAssetList(program, (task) => choose({ name: "assetlist", task }));
  addDefinitions(program, (task) => choose({ name: "definitions", task }));
  addPackage(program, (task) => choose({ name: "package", task }));
  addPipeline(program, (task) => choose({ name: "pipeline", task }));
  addBundler(program);
  return program;
}

/** The folder of `check`. */
const ROOT = new Argument("[ROOT]", "the folder to check; that of the configuration unless told otherwise");

/** Takes the command that the arguments name. */
type Choose = (command: Command) => void;

function addCheck(program: Commander, choose: Choose): void {
  const check = configured(program.command("check"))
    .usage("[OPTIONS] --rules PATH ROOT\n       assay check [OPTIONS]")
    .summary("check the files of a folder against rules")
    .description(
      "Checks the files of a folder against rules, and reports what breaks them. What is not said here is what the " +
        "project's configuration says, `assay.yaml`.",
    )
    .addArgument(ROOT)
    .addHelpText("after", CHECK_HELP)
    .action((root: string | undefined, options: Omit<CheckRequest, "root" | "given">, command: Commander) => {
      choose({ name: "check", options: { ...options, root, given: givenTo(command, { root }) } });
    });
  withOptions(check, CHECK_OPTIONS);
}

function addConfig(program: Commander, choose: Choose): void {
  const command = configured(program.command("config"))
    .usage("[OPTIONS] [ROOT]")
    .summary("show what is in force, and who says so")
    .description(
      "Shows what `assay check` would do: each setting with the place in `assay.yaml` or the option that it is from. " +
        "It takes the same options.",
    )
    .addArgument(ROOT)
    .addHelpText("after", CONFIG_HELP)
    .action((root: string | undefined, options: Omit<ConfigRequest, "root" | "given">, command: Commander) => {
      choose({ name: "config", options: { ...options, root, given: givenTo(command, { root }) } });
    });
  withOptions(command, [...CHECK_OPTIONS, new Option("--json", "as JSON").default(false)]);
}

function addExplain(program: Commander, choose: Choose): void {
  const explain = configured(program.command("explain"))
    .usage("[OPTIONS] --rules PATH RULE FILE")
    .summary("show what a rule does with a file, step by step")
    .description("Shows what one rule does with one file: each step, with what became of every value.")
    .addArgument(new Argument("<RULE>", "the name of the rule"))
    .addArgument(new Argument("<FILE>", "the file, as the rules see it or as seen from here"))
    .addHelpText("after", EXPLAIN_HELP)
    .action(
      (rule: string, path: string, options: Omit<ExplainRequest, "rule" | "path" | "given">, command: Commander) => {
        choose({ name: "explain", options: { ...options, rule, path, given: givenTo(command) } });
      },
    );
  withOptions(explain, [
    rules(),
    ...EXPLAIN_OPTIONS,
    config(),
    noIgnore(),
    scriptLimit(),
    archiveLimit(),
    ...showing(),
    timings(),
  ]);
}

function addTest(program: Commander, choose: Choose): void {
  const test = configured(program.command("test"))
    .usage("[OPTIONS] [PATH]...")
    .summary("run the tests that rule files carry")
    .description("Runs the tests that rule files carry, and shows how those differ that fail.")
    .addArgument(
      new Argument(
        "[PATH...]",
        "a rule file, or a folder of them; those of the configuration unless told otherwise, or else `rules`",
      ),
    )
    .addHelpText("after", TEST_HELP)
    .action((paths: string[], options: Omit<TestRequest, "paths" | "given">, command: Commander) => {
      choose({ name: "test", options: { ...options, paths, given: givenTo(command, { rules: paths }) } });
    });
  withOptions(test, [...TEST_OPTIONS, config(), scriptLimit(), ...showing()]);
}

function addMigrate(program: Commander, choose: Choose): void {
  const migrate = configured(program.command("migrate"))
    .usage("[OPTIONS] FILE")
    .summary("bring a rule file of version 1 to today's form")
    .description(
      "Brings a rule file of version 1 to today's form: JSON or YAML with functions in Python becomes YAML with " +
        "functions to be written in Rhai. The new file goes to the standard output, what was done and what is left " +
        "to do to the standard error.",
    )
    .addArgument(new Argument("<FILE>", "the rule file (.json, .yaml, .yml)"))
    .addHelpText("after", MIGRATE_HELP)
    .action((file: string, options: Omit<MigrateOptions, "file">) => {
      choose({ name: "migrate", options: { ...options, file } });
    });
  withOptions(migrate, MIGRATE_OPTIONS);
}

function addPlayground(program: Commander, choose: Choose): void {
  configured(program.command("playground"))
    .usage("[OPTIONS]")
    .summary("serve a page on which rules are written and seen at work")
    .description(
      "Serves the playground on this machine, and to it only: a page on which rules are written and seen at work. " +
        "It prints the address to open, and serves until it is interrupted.",
    )
    .addOption(
      new Option("--port <N>", `the port to serve on, 0 for any; ${DEFAULT_PORT} unless told otherwise`)
        .default(DEFAULT_PORT)
        .argParser(port),
    )
    .addHelpText("after", examples(["assay playground", "assay playground --port 0"]))
    .action((options: PlaygroundOptions) => choose({ name: "playground", options }));
}

/** For the help only: {@link parse} hands everything behind the name on as it is. */
function addBundler(program: Commander): void {
  const command = configured(program.command(BUNDLER)).summary(SUMMARY);
  command.helpInformation = () => helpOf(undefined);
}

function rules(): Option {
  return new Option("--rules <PATH>", "a rule file, or a folder of them (.yaml, .yml, .json); may be repeated")
    .default([])
    .argParser(append(String));
}

/** The option that has ignore files not count. */
function noIgnore(): Option {
  return new Option("--no-ignore", "look also at what .gitignore, .assayignore and the configuration leave out");
}

/** The options of what goes to the standard output only. */
function showing(): Option[] {
  return [
    new Option("--format <NAME>", "how to show it: `text` (the default) or `json`")
      .default("text")
      .argParser(oneOf("--format", ["text", "json"])),
    new Option("--all", "show long lists to their end").default(false),
    color(),
  ];
}

/** Which names and values there are, the engine says. */
function scriptLimit(): Option {
  return new Option(
    "--script-limit <NAME=N>",
    "what a call of a script may use up, such as `operations`; may be repeated",
  )
    .default({})
    .argParser((text: string, before: ScriptLimits) => ({ ...before, ...limit(text) }));
}

function archiveLimit(): Option {
  return packageLimit("an archive under check");
}

function timings(): Option {
  return new Option("--timings", "measure, and say how long each step took").default(false);
}

const EXPLAIN_OPTIONS: readonly Option[] = [
  new Option(
    "--root <DIR>",
    "the folder that the paths in rules start from; that of the configuration unless told otherwise, or else where you are",
  ),
];

const TEST_OPTIONS: readonly Option[] = [
  new Option("--filter <TEXT>", "run only tests with this text in their name, or in that of a rule they expect"),
  new Option("--coverage", "name the rules that no test expects anything of, and fail if there are any").default(false),
];

/** The options of `check`: their names and values, what the help says of them, and what they are without being named. */
const CHECK_OPTIONS: readonly Option[] = [
  rules(),
  config(),
  noIgnore(),
  reports(),
  jobs(),
  failOn(),
  ...baselineOptions(),
  new Option("--allow-empty", "accept that no rule matches any file").default(false),
  scriptLimit(),
  archiveLimit(),
  color(),
  new Option(
    "--shard <I/N>",
    "check only the I-th of N parts of the files; `assay report --merge` makes one report of all",
  ).argParser(shardOf),
  new Option("--cache <FILE>", "keep results here, and check only what has changed since; a file, or a folder for it"),
  new Option("--watch", "check again whenever a file, a rule or the configuration changes, until interrupted").default(
    false,
  ),
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
  "assay check",
  "assay check --rules rules assets",
  "assay check --rules rules/naming.yaml --rules rules/textures --fail-on warning assets",
  "assay check --rules rules --format text --format html=report.html assets",
  "assay check --rules rules --baseline known.json --update-baseline assets",
  "assay check --rules rules --script-limit operations=50000000 assets",
  "assay check --cache .cache/assay",
  "assay check --shard 1/4 --format json=part-1.json",
  "assay check --watch",
])}`;

const CONFIG_HELP = `
Exit codes:
  0  done
  2  the configuration cannot be used
${examples(["assay config", "assay config --fail-on warning", "assay config --config ci/assay.yaml --json"])}`;

/** The options of `migrate`. */
const MIGRATE_OPTIONS: readonly Option[] = [
  new Option("-o, --write <FILE>", "write the new file here instead of to the standard output"),
  new Option("--force", "write it even if there is such a file").default(false),
  new Option("--format <NAME>", "the form of the notes: `text` (the default) or `json`")
    .default("text")
    .argParser(oneOf("--format", ["text", "json"])),
  new Option("-q, --quiet", "tell only what is left to do").default(false),
];

const MIGRATE_HELP = `
Exit codes:
  0  the new file is ready to run
  1  a person must do something: each thing is named with its line in the old file and in the new
  2  the file cannot be read, or the new one not be written
${examples([
  "assay migrate rules.json",
  "assay migrate rules.json -o rules.yaml",
  "assay migrate rules.yaml -o rules.yaml --force",
])}`;

const EXPLAIN_HELP = `
Exit codes:
  0  the rule passes on that file
  1  it has findings, in the file or in one that the file names
  2  it could not be checked, or the rule does not look at that file
${examples([
  "assay explain --rules rules faces-at-most-5000 assets/city.xml --root assets",
  "assay explain --rules rules/naming.yaml --format json lower-case Textures/Wall.dds",
  "assay explain --rules rules --script-limit milliseconds=20000 no-gaps assets/city.xml",
])}`;

const TEST_HELP = `
Exit codes:
  0  every test found just what it expects
  1  a test failed, or with --coverage a rule has none
  2  a test could not be run, there is none, or something is wrong with the rules
${examples([
  "assay test rules",
  "assay test --coverage rules/naming.yaml rules/textures",
  "assay test --filter lower-case --script-limit depth=32",
])}`;

function limit(text: string): ScriptLimits {
  const [, name, value] = /^([^=]+)=(\d+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new Refusal(
      `\`--script-limit\` takes a name and a whole number, not \`${text}\``,
      "for example: --script-limit operations=50000000",
    );
  }
  return { [name]: Number(value) };
}

/** More parts than this are a slip of the fingers. */
const MAX_SHARDS = 10_000;

function shardOf(text: string): ShardOption {
  const [, number = 0, of = 0] = /^(\d{1,9})\/(\d{1,9})$/.exec(text)?.map(Number) ?? [];
  if (number < 1 || number > of || of > MAX_SHARDS) {
    throw new Refusal(
      `\`--shard\` takes the number of a part and that of all parts, not \`${text}\``,
      "for example, for the second of four: --shard 2/4",
    );
  }
  return { number, of };
}

function port(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : -1;
  if (number < 0 || number > MAX_PORT) {
    throw new Refusal(`\`--port\` takes a whole number from 0 to ${MAX_PORT}, not \`${text}\``);
  }
  return number;
}
