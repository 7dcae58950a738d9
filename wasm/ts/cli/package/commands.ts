/** The commands of `assay package`. */

import { Argument, Option } from "commander";
import { archiveLimit } from "../archive-limits.js";
import { command, commandGroup } from "../command.js";
import { color, config, format, jobs, oneOf, taking } from "../usage.js";
import type { CreateOptions, DepsOptions, ExtractOptions, PackageCheckOptions, PackageListOptions } from "./options.js";

const CHECK = command<PackageCheckOptions>(
  {
    name: "check",
    usage: "[OPTIONS] FILE...",
    summary: "check packages, each file in them included",
    description: "Checks packages: their archives, their metadata, and every file against its size and hash.",
    arguments: { files: new Argument("<FILE...>", "the packages") },
    options: () => [
      format(["text", "json"]),
      new Option("--strict", "let warnings fail the check, too").default(false),
      jobs(),
      limit(),
      config(),
      quiet("say nothing when nothing is wrong"),
      color(),
    ],
    details: `
Exit codes:
  0  nothing is wrong
  1  something is wrong with a package
  2  wrong usage, or a file that cannot be read`,
    examples: ["assay package check lamp.zip", "assay package check --format json *.zip > found.json"],
  },
  async (options, { fast }) => (await import("./check.js")).check(options, fast),
);

const LIST = command<PackageListOptions>(
  {
    name: "list",
    usage: "[OPTIONS] FILE",
    summary: "show what is in a package, and what it needs",
    description: "Shows which revision a package is, its files, and what it needs. Files are not unpacked.",
    arguments: { file: new Argument("<FILE>", "the package") },
    options: () => [format(["table", "json"]), limit(), config(), color()],
    details: `
Exit codes:
  0  nothing is wrong, as far as that is seen without unpacking files
  1  something is wrong with the package
  2  wrong usage, a file that cannot be read, or a package that does not say which revision it is`,
    examples: ["assay package list lamp.zip", "assay package list --format json lamp.zip"],
  },
  async (options, { fast }) => (await import("./list.js")).list(options, fast),
);

const DEPS = command<DepsOptions>(
  {
    name: "deps",
    usage: "[OPTIONS] FILE...",
    summary: "show which packages need which",
    description: "Shows which packages need which: what is missing, what is not in use, what goes in circles.",
    arguments: { files: new Argument("<FILE...>", "the packages") },
    options: () => [format(["table", "json", "dot", "mermaid"]), limit(), config(), color()],
    details: `
Exit codes:
  0  all that is needed is there
  1  something that is in use is missing, packages need each other in a circle, or something is
     wrong with one
  2  wrong usage, a file that cannot be read, or a package that does not say which revision it is`,
    examples: ["assay package deps *.zip", "assay package deps --format dot *.zip | dot -Tsvg > needs.svg"],
  },
  async (options, { fast }) => (await import("./deps.js")).deps(options, fast),
);

const CREATE = command<CreateOptions>(
  {
    name: "create",
    usage: "[OPTIONS] DIR -o FILE",
    summary: "make a package from a folder",
    description: "Makes a package from the files of a folder. Equal files make equal packages, byte for byte.",
    arguments: { folder: new Argument("<DIR>", "the folder with the files of the revision") },
    options: () => [
      new Option("--meta <FILE>", "what the package is and needs; metadata.json of the folder unless it is named"),
      new Option("-o, --output <FILE>", "the package to write").makeOptionMandatory(),
      new Option("--force", "write over a file that is there").default(false),
      hash(),
      jobs(),
      quiet("do not say what was written"),
    ],
    details: `
Exit codes:
  0  the package is written
  1  something is wrong with the metadata or the files; nothing is written
  2  wrong usage, or something cannot be read or written; nothing is written`,
    examples: ["assay package create rev001 --meta lamp.json -o lamp.zip"],
  },
  async (options, { fast }) => (await import("./create.js")).create(options, fast),
);

const EXTRACT = command<ExtractOptions>(
  {
    name: "extract",
    usage: "[OPTIONS] FILE --root ROOT",
    summary: "put a package into its place in a project",
    description: "Checks a package, and writes its files to their place below the root: all of them, or none.",
    arguments: { file: new Argument("<FILE>", "the package") },
    options: () => [
      new Option("--root <ROOT>", "the folder that the project lies in").makeOptionMandatory(),
      new Option("--force", "replace a revision that is there, with all that is in it").default(false),
      new Option("--strict", "let warnings refuse the package, too").default(false),
      new Option(
        "--remap",
        "in .ma, .json, .xml and .usda files, write the new paths of files for those that they were published from",
      ).default(false),
      jobs(),
      limit(),
      config(),
      quiet("do not say what was written"),
    ],
    details: `
Exit codes:
  0  the files are in their place
  1  something is wrong with the package; nothing is written
  2  wrong usage, or something cannot be written; nothing is written`,
    examples: [
      "assay package extract lamp.zip --root project",
      "assay package extract --remap lamp.zip --root project",
    ],
  },
  async (options, { fast }) => (await import("./extract.js")).extract(options, fast),
);

/** `assay package` with its commands. */
export const PACKAGE = commandGroup(
  {
    name: "package",
    usage: "COMMAND [OPTIONS]",
    summary: "check, look into and make portable asset packages",
    description: "Checks, looks into and makes portable asset packages, as studios exchange assets in.",
    details: `
A package is a zip archive with one published revision: metadata.json at its top, which says what it
is and what it needs, and every file of the revision.`,
    examples: [
      "assay package check lamp.zip",
      "assay package list lamp.zip",
      "assay package create rev001 --meta lamp.json -o lamp.zip",
      "assay package deps --format mermaid *.zip",
    ],
  },
  [CHECK, LIST, DEPS, CREATE, EXTRACT],
);

function quiet(doc: string): Option {
  return new Option("-q, --quiet", doc).default(false);
}

function limit(): Option {
  return archiveLimit("a package");
}

/** The kinds of hashes, each with its number of digits. */
const HASHES: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha256: 64 };

function hash(): Option {
  const names = Object.keys(HASHES);
  const choose = oneOf("--hash", names);
  const option = new Option(
    "--hash <KIND>",
    "which hashes files are listed with: `md5`, `sha1` or `sha256`; unless told otherwise those of the kind that is there, else `md5`",
  );
  return taking(option, names).argParser((text: string) => HASHES[choose(text)]);
}
