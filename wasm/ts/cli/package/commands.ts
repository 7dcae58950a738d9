/** The commands of `assay package`. */

import { Argument, Option } from "commander";
import { archiveLimit } from "../archive-limits.js";
import { command, commandGroup } from "../command.js";
import { color, config, format, jobs, oneOf, taking } from "../usage.js";
import type { CreateOptions, DepsOptions, ExtractOptions, PackageCheckOptions, PackageListOptions } from "./options.js";

const CHECK = command<PackageCheckOptions>(
  {
    name: "check",
    summary: "check packages and all files in them",
    description: "Checks packages: their archives, their metadata, and every file against its size and hash.",
    arguments: { files: new Argument("<FILE...>", "the packages") },
    options: () => [
      format(["text", "json"]),
      new Option("--strict", "also fail if there are warnings").default(false),
      jobs(),
      limit(),
      config(),
      quiet("print nothing if there are no errors or warnings"),
      color(),
    ],
    details: `
Exit codes:
  0  no errors
  1  a package has errors
  2  wrong usage, or a file that cannot be read`,
    examples: ["assay package check lamp.zip", "assay package check --format json *.zip > found.json"],
  },
  async (options, { fast }) => (await import("./check.js")).check(options, fast),
);

const LIST = command<PackageListOptions>(
  {
    name: "list",
    summary: "show the files and dependencies of a package",
    description: "Shows the revision, the files and the dependencies of a package. Files are not unpacked.",
    arguments: { file: new Argument("<FILE>", "the package") },
    options: () => [format(["table", "json"]), limit(), config(), color()],
    details: `
Exit codes:
  0  no errors; files are not unpacked, so they are not checked
  1  the package has errors
  2  wrong usage, a file that cannot be read, or a package that does not name its revision`,
    examples: ["assay package list lamp.zip", "assay package list --format json lamp.zip"],
  },
  async (options, { fast }) => (await import("./list.js")).list(options, fast),
);

const DEPS = command<DepsOptions>(
  {
    name: "deps",
    summary: "show the dependencies between packages",
    description: "Shows the dependencies between packages, and which are missing, not in use, or in a cycle.",
    arguments: { files: new Argument("<FILE...>", "the packages") },
    options: () => [format(["table", "json", "dot", "mermaid"]), limit(), config(), color()],
    details: `
Exit codes:
  0  all dependencies exist
  1  a dependency that is in use is missing or in a cycle, or a package has errors
  2  wrong usage, a file that cannot be read, or a package that does not name its revision`,
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
      new Option(
        "--meta <FILE>",
        "the file with the metadata of the package; by default `metadata.json` in the folder",
      ),
      new Option("-o, --output <FILE>", "the package to write").makeOptionMandatory(),
      new Option("--force", "overwrite an existing file").default(false),
      hash(),
      jobs(),
      quiet("do not report the file that was written"),
    ],
    details: `
Exit codes:
  0  the package is written
  1  the metadata or the files have errors; nothing is written
  2  wrong usage, or a file cannot be read or written; nothing is written`,
    examples: ["assay package create rev001 --meta lamp.json -o lamp.zip"],
  },
  async (options, { fast }) => (await import("./create.js")).create(options, fast),
);

const EXTRACT = command<ExtractOptions>(
  {
    name: "extract",
    usage: "[OPTIONS] FILE --root ROOT",
    summary: "extract a package into a project",
    description: "Checks a package, and writes its files to their folder in the project: all files or none.",
    arguments: { file: new Argument("<FILE>", "the package") },
    options: () => [
      new Option("--root <ROOT>", "the folder that contains the project").makeOptionMandatory(),
      new Option("--force", "replace an existing revision with all its files").default(false),
      new Option("--strict", "also refuse a package with warnings").default(false),
      new Option(
        "--remap",
        "in .ma, .json, .xml and .usda files, replace the paths before publication with the paths in the project",
      ).default(false),
      jobs(),
      limit(),
      config(),
      quiet("do not report the folder that was written"),
    ],
    details: `
Exit codes:
  0  the files are written
  1  the package has errors; nothing is written
  2  wrong usage, or a file cannot be written; nothing is written`,
    examples: [
      "assay package extract lamp.zip --root project",
      "assay package extract --remap lamp.zip --root project",
    ],
  },
  async (options, { fast }) => (await import("./extract.js")).extract(options, fast),
);

export const PACKAGE = commandGroup(
  {
    name: "package",
    summary: "check, inspect and create portable asset packages",
    description: "Checks, inspects and creates portable asset packages, with which studios exchange assets.",
    details: `
A package is a zip archive with all files of one published revision. The file metadata.json at the
top of the archive describes the revision and lists its dependencies.`,
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
  return archiveLimit("each package");
}

/** The kinds of hashes, each with its number of digits. */
const HASHES: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha256: 64 };

function hash(): Option {
  const names = Object.keys(HASHES);
  const choose = oneOf("--hash", names);
  const option = new Option(
    "--hash <KIND>",
    "the kind of hashes for files: `md5`, `sha1` or `sha256`; by default that of the existing hashes, or else `md5`",
  );
  return taking(option, names).argParser((text: string) => HASHES[choose(text)]);
}
