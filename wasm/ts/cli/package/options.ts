/** The options of `assay package`, and its help. */

import { Argument, type Command as Commander, Option } from "commander";
import type { PackageLimits } from "../../systems/package/package.js";
import { givenTo } from "../given.js";
import type { Asked } from "../options/common.js";
import type { When } from "../output.js";
import { Refusal } from "../refusal.js";
import { color, config, configured, examples, format, jobs, oneOf, taking, withOptions } from "../usage.js";

/** The options of `assay package check`. */
export interface PackageCheckOptions extends Asked {
  /** The files of the packages. */
  files: string[];
  /** The output format: `text` or `json`. */
  format: string;
  /** True if warnings fail the check as well. */
  strict: boolean;
  /** The maximum number of threads. */
  jobs: number;
  /** The limits for each package. */
  limit: PackageLimits;
  /** True if nothing is printed when all is well. */
  quiet: boolean;
  /** When to use colours. */
  color: When;
}

/** The options of `assay package list`. */
export interface PackageListOptions extends Asked {
  /** The file of the package. */
  file: string;
  /** How to show it: `table` or `json`. */
  format: string;
  /** The limits for the package. */
  limit: PackageLimits;
  /** When to use colours. */
  color: When;
}

/** The options of `assay package deps`. */
export interface DepsOptions extends Asked {
  /** The files of the packages. */
  files: string[];
  /** How to show them: `table`, `json`, `dot` or `mermaid`. */
  format: string;
  /** The limits for each package. */
  limit: PackageLimits;
  /** When to use colours. */
  color: When;
}

/** The options of `assay package create`. */
export interface CreateOptions {
  /** The folder with its files. */
  folder: string;
  /** The file with the metadata; undefined for that of the folder. */
  meta: string | undefined;
  /** The file to write. */
  output: string;
  /** True if that file may be overwritten. */
  force: boolean;
  /** The number of digits in a hash; undefined to use that of the given hashes. */
  hash: number | undefined;
  /** The maximum number of threads. */
  jobs: number;
  /** True if the written files are not reported. */
  quiet: boolean;
}

/** The options of `assay package extract`. */
export interface ExtractOptions extends Asked {
  /** The file of the package. */
  file: string;
  /** The root of the project. */
  root: string;
  /** True if an existing revision is replaced. */
  force: boolean;
  /** True if a package with warnings is refused as well. */
  strict: boolean;
  /**
   * True if text files are rewritten to name the new places of files instead of those that they were published from.
   */
  remap: boolean;
  /** The maximum number of threads. */
  jobs: number;
  /** The limits for the package. */
  limit: PackageLimits;
  /** True if the written files are not reported. */
  quiet: boolean;
}

/** A task of `assay package` with its options. */
export type PackageTask =
  | { name: "check"; options: PackageCheckOptions }
  | { name: "list"; options: PackageListOptions }
  | { name: "deps"; options: DepsOptions }
  | { name: "create"; options: CreateOptions }
  | { name: "extract"; options: ExtractOptions };

/** Takes the task that the arguments name. */
type ChoosePackageTask = (task: PackageTask) => void;

const ABOUT = `
A package is a zip archive with one published revision: metadata.json at its top, which says what it
is and what it needs, and every file of the revision.`;

const CHECK_CODES = `
Exit codes:
  0  nothing is wrong
  1  something is wrong with a package
  2  wrong usage, or a file that cannot be read`;

const LIST_CODES = `
Exit codes:
  0  nothing is wrong, as far as that is seen without unpacking files
  1  something is wrong with the package
  2  wrong usage, a file that cannot be read, or a package that does not say which revision it is`;

const DEPS_CODES = `
Exit codes:
  0  all that is needed is there
  1  something that is in use is missing, packages need each other in a circle, or something is
     wrong with one
  2  wrong usage, a file that cannot be read, or a package that does not say which revision it is`;

const CREATE_CODES = `
Exit codes:
  0  the package is written
  1  something is wrong with the metadata or the files; nothing is written
  2  wrong usage, or something cannot be read or written; nothing is written`;

const EXTRACT_CODES = `
Exit codes:
  0  the files are in their place
  1  something is wrong with the package; nothing is written
  2  wrong usage, or something cannot be written; nothing is written`;

/** Adds the command and its subcommands. */
export function addPackage(program: Commander, choose: ChoosePackageTask): void {
  const group = configured(program.command("package"))
    .usage("COMMAND [OPTIONS]")
    .summary("check, look into and make portable asset packages")
    .description("Checks, looks into and makes portable asset packages, as studios exchange assets in.")
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
    .addHelpText("after", ABOUT)
    .addHelpText(
      "after",
      examples([
        "assay package check lamp.zip",
        "assay package list lamp.zip",
        "assay package create rev001 --meta lamp.json -o lamp.zip",
        "assay package deps --format mermaid *.zip",
      ]),
    );
  addCheck(group, choose);
  addList(group, choose);
  addDeps(group, choose);
  addCreate(group, choose);
  addExtract(group, choose);
}

function addCheck(group: Commander, choose: ChoosePackageTask): void {
  const command = configured(group.command("check"))
    .usage("[OPTIONS] FILE...")
    .summary("check packages, each file in them included")
    .description("Checks packages: their archives, their metadata, and every file against its size and hash.")
    .addArgument(new Argument("<FILE...>", "the packages"))
    .addHelpText("after", CHECK_CODES)
    .addHelpText(
      "after",
      examples(["assay package check lamp.zip", "assay package check --format json *.zip > found.json"]),
    )
    .action((files: string[], options: Omit<PackageCheckOptions, "files" | "given">, command: Commander) => {
      choose({ name: "check", options: { ...options, files, given: givenTo(command) } });
    });
  withOptions(command, [
    format(["text", "json"]),
    new Option("--strict", "let warnings fail the check, too").default(false),
    jobs(),
    limit(),
    config(),
    quiet("say nothing when nothing is wrong"),
    color(),
  ]);
}

function addList(group: Commander, choose: ChoosePackageTask): void {
  const command = configured(group.command("list"))
    .usage("[OPTIONS] FILE")
    .summary("show what is in a package, and what it needs")
    .description("Shows which revision a package is, its files, and what it needs. Files are not unpacked.")
    .addArgument(new Argument("<FILE>", "the package"))
    .addHelpText("after", LIST_CODES)
    .addHelpText("after", examples(["assay package list lamp.zip", "assay package list --format json lamp.zip"]))
    .action((file: string, options: Omit<PackageListOptions, "file" | "given">, command: Commander) => {
      choose({ name: "list", options: { ...options, file, given: givenTo(command) } });
    });
  withOptions(command, [format(["table", "json"]), limit(), config(), color()]);
}

function addDeps(group: Commander, choose: ChoosePackageTask): void {
  const command = configured(group.command("deps"))
    .usage("[OPTIONS] FILE...")
    .summary("show which packages need which")
    .description("Shows which packages need which: what is missing, what is not in use, what goes in circles.")
    .addArgument(new Argument("<FILE...>", "the packages"))
    .addHelpText("after", DEPS_CODES)
    .addHelpText(
      "after",
      examples(["assay package deps *.zip", "assay package deps --format dot *.zip | dot -Tsvg > needs.svg"]),
    )
    .action((files: string[], options: Omit<DepsOptions, "files" | "given">, command: Commander) => {
      choose({ name: "deps", options: { ...options, files, given: givenTo(command) } });
    });
  withOptions(command, [format(["table", "json", "dot", "mermaid"]), limit(), config(), color()]);
}

function addCreate(group: Commander, choose: ChoosePackageTask): void {
  const command = configured(group.command("create"))
    .usage("[OPTIONS] DIR -o FILE")
    .summary("make a package from a folder")
    .description("Makes a package from the files of a folder. Equal files make equal packages, byte for byte.")
    .addArgument(new Argument("<DIR>", "the folder with the files of the revision"))
    .addHelpText("after", CREATE_CODES)
    .addHelpText("after", examples(["assay package create rev001 --meta lamp.json -o lamp.zip"]))
    .action((folder: string, options: Omit<CreateOptions, "folder">) => {
      choose({ name: "create", options: { ...options, folder } });
    });
  withOptions(command, [
    new Option("--meta <FILE>", "what the package is and needs; metadata.json of the folder unless it is named"),
    new Option("-o, --output <FILE>", "the package to write").makeOptionMandatory(),
    new Option("--force", "write over a file that is there").default(false),
    hash(),
    jobs(),
    quiet("do not say what was written"),
  ]);
}

function addExtract(group: Commander, choose: ChoosePackageTask): void {
  const command = configured(group.command("extract"))
    .usage("[OPTIONS] FILE --root ROOT")
    .summary("put a package into its place in a project")
    .description("Checks a package, and writes its files to their place below the root: all of them, or none.")
    .addArgument(new Argument("<FILE>", "the package"))
    .addHelpText("after", EXTRACT_CODES)
    .addHelpText(
      "after",
      examples([
        "assay package extract lamp.zip --root project",
        "assay package extract --remap lamp.zip --root project",
      ]),
    )
    .action((file: string, options: Omit<ExtractOptions, "file" | "given">, command: Commander) => {
      choose({ name: "extract", options: { ...options, file, given: givenTo(command) } });
    });
  withOptions(command, [
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
  ]);
}

function quiet(doc: string): Option {
  return new Option("-q, --quiet", doc).default(false);
}

function limit(): Option {
  return packageLimit("a package");
}

/** Returns the option for the limits for a package or any archive; `what` names it in the help. */
export function packageLimit(what: string): Option {
  return new Option("--limit <NAME=N>", `what ${what} may use up: ${LIMITS.join(", ")}; may be repeated`)
    .default({})
    .argParser((text: string, before: PackageLimits) => ({ ...before, ...limitOf(text) }));
}

/**
 * Parses `NAME=N`, where a unit may follow the number.
 *
 * @throws {Refusal} When it is something else.
 */
export function limitOf(text: string): PackageLimits {
  const [, name, digits, unit] = /^([a-z]+)=(\d{1,15})([KMG]iB)?$/.exec(text) ?? [];
  const number = Number(digits) * (UNITS[unit ?? ""] ?? 1);
  if (name === undefined || !Number.isSafeInteger(number)) {
    throw new Refusal(
      `\`--limit\` takes a name and a whole number, such as \`members=1000\` or \`unpacked=8GiB\`, not \`${text}\``,
    );
  }
  if (!LIMITS.some((known) => known === name)) {
    const known = LIMITS.map((limit) => `\`${limit}\``).join(", ");
    throw new Refusal(`there is no limit \`${name}\` of packages: there are ${known}`);
  }
  return { [name]: number };
}

/** The names of the limits. */
const LIMITS = [
  "members",
  "unpacked",
  "ratio",
  "total_ratio",
  "directory",
  "metadata",
] as const satisfies (keyof PackageLimits)[];

/** The number of bytes in each unit. */
const UNITS: Readonly<Record<string, number>> = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

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
