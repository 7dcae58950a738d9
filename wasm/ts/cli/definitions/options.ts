/** The options of `assay definitions`, and its help. */

import { Argument, type Command as Commander, Option } from "commander";
import { type Given, givenTo } from "../given.js";
import { allowPath, append, config, configured, examples, format, noIgnore, withOptions } from "../usage.js";

/** The options of all commands for the definitions that they load. */
export interface LoadOptions {
  /** The options that the command line names, as opposed to defaults. */
  given: Given;
  /** True if ignore files are applied. */
  ignore: boolean;
  /** The folder of the base game. */
  base: string | undefined;
  /** The folders of mods, in load order. */
  mod: string[];
  /** The file that describes types. */
  schema: string | undefined;
  /** True if the schema is enough, without definitions. */
  isOfSchema?: boolean;
}

/** The options of `assay definitions resolve`. */
export interface ResolveOptions extends LoadOptions {
  /** `xml` or `json`. */
  format: string;
  /** True if each definition is written to its own file; the output is a folder then. */
  split: boolean;
  /** True if JSON has normalised values. */
  values: boolean;
  /** The file to write; undefined for the standard output. */
  output: string | undefined;
}

/** The options of `assay definitions explain`. */
export interface DefinitionExplainOptions extends LoadOptions {
  /** `Type/Subtype`. */
  id: string;
  /** `text` or `json`. */
  format: string;
}

/** The options of `check` and `order`. */
export interface ShowOptions extends LoadOptions {
  /** The output format. */
  format: string;
}

/** The options of `assay definitions schema`. */
export interface SchemaOptions extends LoadOptions {
  /** The XSD from which the schema is made. */
  from: string | undefined;
  /** True if the schema is drafted from definitions. */
  draft: boolean;
  /** The file to write; undefined for the standard output. */
  output: string | undefined;
}

/** A task of `assay definitions` with its options. */
export type DefinitionTask =
  | { name: "resolve"; options: ResolveOptions }
  | { name: "explain"; options: DefinitionExplainOptions }
  | { name: "check"; options: ShowOptions }
  | { name: "order"; options: ShowOptions }
  | { name: "schema"; options: SchemaOptions };

/** Options as commander has them. */
type RawOptions<Options> = Omit<Options, "given">;

type ChooseDefinitionTask = (task: DefinitionTask) => void;

const CODES = `
Exit codes:
  0  done, and no error was met
  1  an error was met, and nothing was left out for it
  2  something was left out: a folder, a file, a definition or a part of the schema cannot be read`;

const CHECK_CODES = `
Exit codes:
  0  there is nothing to be told
  1  there are errors or warnings
  2  something was left out: a folder, a file, a definition or a part of the schema cannot be read`;

/** Adds the commands. */
export function addDefinitions(program: Commander, choose: ChooseDefinitionTask): void {
  const group = configured(program.command("definitions"))
    .usage("COMMAND [OPTIONS]")
    .summary("merge game definitions over mods, and see who set what")
    .description(
      "Merges the definitions (.sbc) of a base game and of mods as the game does. Which folders these are is said here, " +
        "or else by the project's configuration, `assay.yaml`.",
    )
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
    .addHelpText(
      "after",
      examples([
        "assay definitions resolve --base game/Data --mod mods/a --mod mods/b -o all.sbc",
        "assay definitions help explain",
      ]),
    );
  addResolve(group, choose);
  addExplain(group, choose);
  addCheck(group, choose);
  addOrder(group, choose);
  addSchema(group, choose);
}

function addResolve(group: Commander, choose: ChooseDefinitionTask): void {
  const shown = [
    "assay definitions resolve --base game/Data --mod mods/a -o all.sbc",
    "assay definitions resolve --base game/Data --schema game.yaml --format json --values",
  ];
  const command = configured(group.command("resolve"))
    .usage("[OPTIONS]")
    .summary("write what every definition is after all mods")
    .description("Writes what every definition is after all mods, in canonical XML or as JSON.")
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((options: RawOptions<ResolveOptions>, command: Commander) => {
      choose({ name: "resolve", options: { ...options, given: givenTo(command) } });
    });
  withOptions(command, [
    ...loading(),
    format(["xml", "json"]),
    new Option("--values", "in JSON, values as rules see them: numbers, lists, one unit for each kind").default(false),
    output(),
    new Option("--split", "a file for each definition, in the folder that --output names").default(false),
  ]);
}

function addExplain(group: Commander, choose: ChooseDefinitionTask): void {
  const shown = ["assay definitions explain --base game/Data --mod mods/a Character/Medieval_male"];
  const command = configured(group.command("explain"))
    .usage("[OPTIONS] ID")
    .summary("show which file set each field of a definition")
    .description("Shows which file set each field of a definition, and what was overridden on the way.")
    .addArgument(new Argument("<ID>", "the definition, as `Type/Subtype`"))
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((id: string, options: RawOptions<Omit<DefinitionExplainOptions, "id">>, command: Commander) => {
      choose({ name: "explain", options: { ...options, id, given: givenTo(command) } });
    });
  withOptions(command, [...loading(), format(["text", "json"])]);
}

function addCheck(group: Commander, choose: ChooseDefinitionTask): void {
  const shown = ["assay definitions check --base game/Data --mod mods/a --schema game.yaml"];
  const command = configured(group.command("check"))
    .usage("[OPTIONS]")
    .summary("tell what is wrong with definitions")
    .description("Tells what is wrong with definitions, and what is hardly meant.")
    .addHelpText("after", `${CHECK_CODES}\n${examples(shown)}`)
    .action((options: RawOptions<ShowOptions>, command: Commander) => {
      choose({ name: "check", options: { ...options, given: givenTo(command) } });
    });
  withOptions(command, [...loading(), format(["text", "json"])]);
}

function addOrder(group: Commander, choose: ChooseDefinitionTask): void {
  const shown = [
    "assay definitions order --schema game.yaml",
    "assay definitions order --schema game.yaml --format dot",
  ];
  const command = configured(group.command("order"))
    .usage("[OPTIONS]")
    .summary("show in which order types are loaded")
    .description("Shows in which order builder types are loaded: parents and dependencies first.")
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((options: RawOptions<ShowOptions>, command: Commander) => {
      choose({ name: "order", options: { ...options, given: givenTo(command) } });
    });
  withOptions(command, [...loading(), format(["list", "json", "dot", "mermaid"])]);
}

function addSchema(group: Commander, choose: ChooseDefinitionTask): void {
  const shown = [
    "assay definitions schema --from game.xsd -o game.yaml",
    "assay definitions schema --draft --base game/Data --mod mods/a",
  ];
  const command = configured(group.command("schema"))
    .usage("[OPTIONS] --from FILE | --draft")
    .summary("make a schema to begin with, of an XSD or of definitions")
    .description("Makes a schema of an XSD, or drafts one from definitions, in which each guess is marked.")
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((options: RawOptions<SchemaOptions>, command: Commander) => {
      choose({ name: "schema", options: { ...options, given: givenTo(command) } });
    });
  withOptions(command, [
    new Option("--from <FILE>", "the XSD"),
    new Option("--draft", "of what --schema does not describe, by how the definitions use it").default(false),
    ...loading(),
    output(),
  ]);
}

function output(): Option {
  return new Option("-o, --output <FILE>", "the file to write, in place of the standard output");
}

function loading(): Option[] {
  return [
    new Option("--base <DIR>", "the folder with the definitions of the base game"),
    new Option("--mod <DIR>", "the folder of a mod; may be repeated, in load order")
      .default([])
      .argParser(append(String)),
    new Option("--schema <FILE>", "what is known of types and fields, in YAML or JSON"),
    config(),
    allowPath(),
    noIgnore(),
  ];
}
