/** The commands of `assay definitions`. */

import { Argument, Option } from "commander";
import { command, commandGroup } from "../command.js";
import { allowPath, config, format, noIgnore, repeated } from "../usage.js";
import type { DefinitionExplainOptions, ResolveOptions, SchemaOptions, ShowOptions } from "./options.js";

const CODES = `
Exit codes:
  0  done, and no error was met
  1  an error was met, and nothing was left out for it
  2  something was left out: a folder, a file, a definition or a part of the schema cannot be read`;

const RESOLVE = command<ResolveOptions>(
  {
    name: "resolve",
    usage: "[OPTIONS]",
    summary: "write what every definition is after all mods",
    description: "Writes what every definition is after all mods, in canonical XML or as JSON.",
    options: () => [
      ...loading(),
      format(["xml", "json"]),
      new Option("--values", "in JSON, values as rules see them: numbers, lists, one unit for each kind").default(
        false,
      ),
      output(),
      new Option("--split", "a file for each definition, in the folder that --output names").default(false),
    ],
    details: CODES,
    examples: [
      "assay definitions resolve --base game/Data --mod mods/a -o all.sbc",
      "assay definitions resolve --base game/Data --schema game.yaml --format json --values",
    ],
  },
  async (options, { fast }) => (await import("./resolve.js")).resolve(options, fast),
);

const EXPLAIN = command<DefinitionExplainOptions>(
  {
    name: "explain",
    usage: "[OPTIONS] ID",
    summary: "show which file set each field of a definition",
    description: "Shows which file set each field of a definition, and what was overridden on the way.",
    arguments: { id: new Argument("<ID>", "the definition, as `Type/Subtype`") },
    options: () => [...loading(), format(["text", "json"])],
    details: CODES,
    examples: ["assay definitions explain --base game/Data --mod mods/a Character/Medieval_male"],
  },
  async (options, { fast }) => (await import("./explain.js")).explain(options, fast),
);

const CHECK = command<ShowOptions>(
  {
    name: "check",
    usage: "[OPTIONS]",
    summary: "tell what is wrong with definitions",
    description: "Tells what is wrong with definitions, and what is hardly meant.",
    options: () => [...loading(), format(["text", "json"])],
    details: `
Exit codes:
  0  there is nothing to be told
  1  there are errors or warnings
  2  something was left out: a folder, a file, a definition or a part of the schema cannot be read`,
    examples: ["assay definitions check --base game/Data --mod mods/a --schema game.yaml"],
  },
  async (options, { fast }) => (await import("./check.js")).check(options, fast),
);

const ORDER = command<ShowOptions>(
  {
    name: "order",
    usage: "[OPTIONS]",
    summary: "show in which order types are loaded",
    description: "Shows in which order builder types are loaded: parents and dependencies first.",
    options: () => [...loading(), format(["list", "json", "dot", "mermaid"])],
    details: CODES,
    examples: ["assay definitions order --schema game.yaml", "assay definitions order --schema game.yaml --format dot"],
  },
  async (options, { fast }) => (await import("./order.js")).order(options, fast),
);

const SCHEMA = command<SchemaOptions>(
  {
    name: "schema",
    usage: "[OPTIONS] --from FILE | --draft",
    summary: "make a schema to begin with, of an XSD or of definitions",
    description: "Makes a schema of an XSD, or drafts one from definitions, in which each guess is marked.",
    options: () => [
      new Option("--from <FILE>", "the XSD"),
      new Option("--draft", "of what --schema does not describe, by how the definitions use it").default(false),
      ...loading(),
      output(),
    ],
    details: CODES,
    examples: [
      "assay definitions schema --from game.xsd -o game.yaml",
      "assay definitions schema --draft --base game/Data --mod mods/a",
    ],
  },
  async (options, { fast }) => (await import("./schema.js")).schema(options, fast),
);

/** `assay definitions` with its commands. */
export const DEFINITIONS = commandGroup(
  {
    name: "definitions",
    usage: "COMMAND [OPTIONS]",
    summary: "merge game definitions over mods, and see who set what",
    description:
      "Merges the definitions (.sbc) of a base game and of mods as the game does. Which folders these are is said here, " +
      "or else by the project's configuration, `assay.yaml`.",
    examples: [
      "assay definitions resolve --base game/Data --mod mods/a --mod mods/b -o all.sbc",
      "assay definitions help explain",
    ],
  },
  [RESOLVE, EXPLAIN, CHECK, ORDER, SCHEMA],
);

function output(): Option {
  return new Option("-o, --output <FILE>", "the file to write, in place of the standard output");
}

function loading(): Option[] {
  return [
    new Option("--base <DIR>", "the folder with the definitions of the base game"),
    repeated("--mod <DIR>", "the folder of a mod; may be repeated, in load order"),
    new Option("--schema <FILE>", "what is known of types and fields, in YAML or JSON"),
    config(),
    allowPath(),
    noIgnore(),
  ];
}
