/** The options of `assay pipeline`, and its help. */

import { Argument, type Command as Commander, Option } from "commander";
import { givenTo } from "../given.js";
import type { Asked, AskedFiles } from "../options/common.js";
import type { When } from "../output.js";
import { failOn, type Reporting, reports, targetsOf } from "../reports.js";
import { allowPath, color, config, configured, examples, format, noIgnore, withOptions } from "../usage.js";

/** The options that all commands share: they say where conversion rules are. */
export interface RootOptions extends Asked, AskedFiles {
  /** When to use colours. */
  color: When;
}

/** The options of `assay pipeline explain`. */
export interface PipelineExplainOptions extends RootOptions {
  /** The file. */
  path: string;
  /** `text` or `json`. */
  format: string;
}

/** The options of `assay pipeline list`. */
export interface ListOptions extends RootOptions {
  /** True if only root assets are shown. */
  rootOnly: boolean;
  /** `table`, `json` or `csv`. */
  format: string;
}

/** The options of `assay pipeline check`. */
export interface PipelineCheckOptions extends RootOptions, Omit<Reporting, "strict"> {}

/** A task of `assay pipeline` with its options. */
export type PipelineTask =
  | { name: "explain"; options: PipelineExplainOptions }
  | { name: "list"; options: ListOptions }
  | { name: "check"; options: PipelineCheckOptions };

type ChoosePipelineTask = (task: PipelineTask) => void;

const ABOUT = `
Any folder may hold an asset_rules.xml. Its rules count for the files of that folder and of those
below; what a deeper one says counts over what those above say, field by field.`;

const CODES = `
Exit codes:
  0  done
  2  wrong usage, or a folder, a rule file or a rule that cannot be used; what is shown does without`;

const CHECK_CODES = `
Exit codes:
  0  nothing was found at or above --fail-on
  1  something was found
  2  wrong usage, or a folder, a rule file or a rule that cannot be used`;

/** Adds the command and its subcommands. */
export function addPipeline(program: Commander, choose: ChoosePipelineTask): void {
  const group = configured(program.command("pipeline"))
    .usage("COMMAND [OPTIONS]")
    .summary("show which files are assets, and what converts them")
    .description("Shows what the conversion rules of an asset pipeline (asset_rules.xml) make of files.")
    .helpCommand("help [COMMAND]", "print this, or the help of a command")
    .addHelpText("after", ABOUT)
    .addHelpText(
      "after",
      examples(["assay pipeline explain shaders/custom/fire.fx", "assay pipeline help list", "assay pipeline check"]),
    );
  addExplain(group, choose);
  addList(group, choose);
  addCheck(group, choose);
}

function addExplain(group: Commander, choose: ChoosePipelineTask): void {
  const shown = [
    "assay pipeline explain shaders/custom/fire.fx",
    "assay pipeline explain --root game --format json shaders/fire.01.fxo",
  ];
  const command = configured(group.command("explain"))
    .usage("[OPTIONS] PATH")
    .summary("show what comes of a file, with the rule behind each field")
    .description(
      "Shows what comes of a file, source or built, with the file and the line of the rule behind each field. The " +
        "file need not be there.",
    )
    .addArgument(new Argument("<PATH>", "the file, from the root on or as seen from here"))
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((path: string, options: Omit<PipelineExplainOptions, "path" | "given">, command: Commander) => {
      choose({ name: "explain", options: { ...options, path, given: givenTo(command) } });
    });
  withOptions(command, [...where(), format(["text", "json"]), color()]);
}

function addList(group: Commander, choose: ChoosePipelineTask): void {
  const shown = ["assay pipeline list --root-only", "assay pipeline list --root game --format csv > assets.csv"];
  const command = configured(group.command("list"))
    .usage("[OPTIONS]")
    .summary("show what comes of every file")
    .description("Shows what comes of every file below the root.")
    .addHelpText("after", `${CODES}\n${examples(shown)}`)
    .action((options: Omit<ListOptions, "given">, command: Commander) => {
      choose({ name: "list", options: { ...options, given: givenTo(command) } });
    });
  withOptions(command, [
    ...where(),
    new Option("--root-only", "show root assets only").default(false),
    format(["table", "json", "csv"]),
    color(),
  ]);
}

function addCheck(group: Commander, choose: ChoosePipelineTask): void {
  const shown = [
    "assay pipeline check --root game",
    "assay pipeline check --fail-on warning --format sarif=found.sarif",
  ];
  const command = configured(group.command("check"))
    .usage("[OPTIONS]")
    .summary("tell what is wrong with the rules, and with files by them")
    .description(
      "Tells which rules cannot be used, match nothing or never count, and which built files have no source, or two.",
    )
    .addHelpText("after", `${CHECK_CODES}\n${examples(shown)}`)
    .action((options: Omit<PipelineCheckOptions, "given">, command: Commander) => {
      choose({ name: "check", options: { ...options, format: targetsOf(options.format), given: givenTo(command) } });
    });
  const quiet = new Option("-q, --quiet", "no text when nothing is wrong").default(false);
  withOptions(command, [...where(), reports(), failOn(), color(), quiet]);
}

/** Returns the options that say which files are looked at. */
function where(): Option[] {
  const told =
    "the folder that paths start from; that of the configuration unless told otherwise, or else where you are";
  return [new Option("--root <DIR>", told), config(), allowPath(), noIgnore()];
}
