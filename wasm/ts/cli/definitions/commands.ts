/** The commands of `assay definitions`. */

import { Argument, Option } from "commander";
import { command, commandGroup } from "../command.js";
import { allowPath, config, format, noIgnore, repeated } from "../usage.js";
import type { DefinitionExplainOptions, ResolveOptions, SchemaOptions, ShowOptions } from "./options.js";

const CODES = `
Exit codes:
  0  no errors
  1  errors, although everything could be read
  2  incomplete: a folder, a file, a definition or a part of the schema cannot be read`;

const RESOLVE = command<ResolveOptions>(
  {
    name: "resolve",
    summary: "write the merged definitions",
    description: "Writes every definition with the changes of all mods, in canonical XML or as JSON.",
    options: () => [
      ...loading(),
      format(["xml", "json"]),
      new Option(
        "--values",
        "in JSON, write values as rules see them: as numbers and lists, with one unit for each kind",
      ).default(false),
      output(),
      new Option("--split", "write each definition to its own file in the folder that --output names").default(false),
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
    summary: "show which file set each field of a definition",
    description: "Shows which file set each field of a definition, and which values it replaced.",
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
    summary: "report errors and warnings in definitions",
    description: "Reports errors in definitions, and warns about probable mistakes.",
    options: () => [...loading(), format(["text", "json"])],
    details: `
Exit codes:
  0  no errors or warnings
  1  errors or warnings
  2  incomplete: a folder, a file, a definition or a part of the schema cannot be read`,
    examples: ["assay definitions check --base game/Data --mod mods/a --schema game.yaml"],
  },
  async (options, { fast }) => (await import("./check.js")).check(options, fast),
);

const ORDER = command<ShowOptions>(
  {
    name: "order",
    summary: "show the load order of types",
    description: "Shows the order in which builder types are loaded: parents and dependencies first.",
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
    summary: "generate a schema from an XSD or from definitions",
    description: "Generates a schema from an XSD, or drafts a schema from definitions and marks each guess.",
    options: () => [
      new Option("--from <FILE>", "the XSD"),
      new Option(
        "--draft",
        "draft a schema for the types and fields in definitions that --schema does not describe",
      ).default(false),
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

export const DEFINITIONS = commandGroup(
  {
    name: "definitions",
    summary: "merge game definitions of mods, and show which file sets each field",
    description:
      "Merges the definitions (.sbc) of a base game and of mods as the game does. Without options, the folders are those in the " +
      "configuration of the project, `assay.yaml`.",
    examples: [
      "assay definitions resolve --base game/Data --mod mods/a --mod mods/b -o all.sbc",
      "assay definitions help explain",
    ],
  },
  [RESOLVE, EXPLAIN, CHECK, ORDER, SCHEMA],
);

function output(): Option {
  return new Option("-o, --output <FILE>", "the file to write, instead of the standard output");
}

function loading(): Option[] {
  return [
    new Option("--base <DIR>", "the folder with the definitions of the base game"),
    repeated("--mod <DIR>", "the folder of a mod; may be repeated, in load order"),
    new Option("--schema <FILE>", "the description of types and fields, in YAML or JSON"),
    config(),
    allowPath(),
    noIgnore(),
  ];
}
